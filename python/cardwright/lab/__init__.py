"""The lab: many matches, and what follows from them, with intervals."""
