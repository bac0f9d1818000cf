"""Pictures of adaptation."""
