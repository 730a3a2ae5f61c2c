"""The boards of Hexlands."""
