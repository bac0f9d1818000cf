"""Pictures of the explorers of optimisation."""
