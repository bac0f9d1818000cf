"""How the small models of the attention lab are made: from generated text, with fixed seeds."""
