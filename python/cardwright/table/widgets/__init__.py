"""The parts of the full table, one file each; each draws one concern on a canvas and knows its spots."""
