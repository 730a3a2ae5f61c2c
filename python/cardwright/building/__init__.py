"""The builder: game folders become catalogues; cards are checked, tried, weighed and explained."""
