"""Words counted into a language model: a reader's text as numbers, counts of its n-grams, smoothed probabilities."""
