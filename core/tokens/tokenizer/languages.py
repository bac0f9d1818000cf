"""One sentence in many scripts: the tax that a vocabulary puts on a language, in tokens per character.

The sentence is the first of Article 1 of the Universal Declaration of Human Rights (United Nations, 1948), as the
Office of the High Commissioner publishes its translations.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Int64

from core.tokens.tokenizer.cuts import Cuts, counts

SENTENCES = {
    "English": "All human beings are born free and equal in dignity and rights.",
    "German": "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
    "Swahili": "Watu wote wamezaliwa huru, hadhi na haki zao ni sawa.",
    "Greek": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "Russian": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "Arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    "Hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "Thai": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "Korean": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "Japanese": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "Chinese": "人人生而自由，在尊严和权利上一律平等。",
}


@dataclass(frozen=True, eq=False)
class Tax:
    """Tokens per character of each sentence after 0 to S steps, and how many of its ``characters`` are ``lost``."""

    ratio: Float32[np.ndarray, "rows languages"]
    characters: Int64[np.ndarray, " languages"]
    lost: Int64[np.ndarray, " languages"]


def tax(cut: Callable[[str], tuple[Cuts, ...]], steps: int) -> Tax:
    """How the tokenizer that ``cut`` stands for writes the sentences."""
    cuts = [cut(sentence) for sentence in SENTENCES.values()]
    characters = np.array([*map(len, SENTENCES.values())], np.int64)
    tokens = np.stack([counts(each, steps) for each in cuts], axis=1)
    lost = np.array([sum(one.lost for one in each) for each in cuts], np.int64)
    return Tax((tokens / characters).astype(np.float32), characters, lost)
