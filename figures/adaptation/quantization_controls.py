"""What each part of /quantization asks for, as data: the names of the choices."""

from figures.adaptation.quantization_words import FORMATS as FORMATS

SOURCES = {"layer": "A layer of our transformer", "activations": "What enters it", "normal": "Normal",
           "laplace": "Laplace", "student": "Student’s t, loud rows", "notes": "The notes’ ten", "file": "A file"}  # fmt: skip
SWEEPS = {"bits": "The bits", "threshold": "The threshold", "group": "The group size"}
GRANULARITIES = {"tensor": "The tensor", "channel": "A row", "group": "A group"}
RULES = {
    "minmax": "Min–max",
    "percentile": "Percentile",
    "mse": "Least error",
    "kl": "KL histogram",
    "running": "Running",
}
ROUNDINGS = {"nearest": "To nearest, ties to even", "stochastic": "By chance"}
SCALES = {"fp32": "32 bits", "fp16": "16 bits"}
ZEROS = {"right": "Right", "notes": "As in the notes"}
CHANNELS = {"first": "The first axis", "last": "The last"}
