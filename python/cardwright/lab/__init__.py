"""The lab: plays many matches and computes figures with intervals from them."""
