"""Transformers in plain torch, their files and tokenizers: what several explorers and the training read."""
