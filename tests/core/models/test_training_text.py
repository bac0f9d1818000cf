"""The text that the small models learn from: what is held out stays out, and what must agree agrees."""

import random
import re
from itertools import pairwise

import torch

from core.tokens.decoding import STRANGE
from training import french, sequences, stories


def test_the_stories_hold_the_two_hundred_words_that_are_told_of_them() -> None:
    words = {*re.findall("[A-Za-z]+", stories.text(random.Random(0), 500_000))}
    assert len(words) == 189
    assert "some two hundred words" in STRANGE


def test_people_of_held_out_stories_never_meet_in_training() -> None:
    draw = random.Random(0)
    for _ in range(300):
        seen, unseen = stories.giving(draw, held_out=False), stories.giving(draw, held_out=True)
        assert not stories.is_held_out(seen.giver, seen.recipient)
        assert stories.is_held_out(unseen.giver, unseen.recipient)
        assert unseen.before.endswith("gave it to")
        assert unseen.before.count(unseen.recipient) == 1 < unseen.before.count(unseen.giver)


def test_both_people_give_and_either_is_named_first() -> None:
    draw = random.Random(1)
    told = [stories.giving(draw, held_out=True) for _ in range(400)]
    first = sum(each.before.index(each.giver) < each.before.index(each.recipient) for each in told)
    assert 150 < first < 250


def test_verb_agrees_with_the_noun_and_not_with_the_one_between() -> None:
    draw = random.Random(2)
    for _ in range(200):
        words = stories.agreement(draw).split()
        many = words[1] in {stories.plural(animal) for animal in stories.ANIMALS}
        assert words[5 if words[3] == "the" else 4] in ({"were", "are", "have"} if many else {"was", "is", "has"})


def test_token_of_a_chunk_is_known_from_the_second_time_on_and_follows_the_same_token() -> None:
    for seed in range(60):
        tokens, known = sequences.chunks(100, 48, torch.Generator().manual_seed(seed))
        places = known.nonzero().flatten().tolist()
        for place in places:
            earlier = (tokens[: place - 1] == tokens[place - 1]).nonzero().flatten()
            assert len(earlier)
            assert (tokens[earlier + 1] == tokens[place]).all()


def test_distances_between_equal_tokens_of_chunks_have_no_rhythm() -> None:
    """A shortcut by distance would get at most its share; no distance has a fifth of the repetitions."""
    distances = []
    for seed in range(60):
        tokens, known = sequences.chunks(100, 48, torch.Generator().manual_seed(seed))
        places = known.nonzero().flatten().tolist()
        earlier = (int((tokens[: place - 1] == tokens[place - 1]).nonzero().flatten()[-1]) for place in places)
        distances += [place - 1 - before for place, before in zip(places, earlier, strict=True)]
    assert torch.tensor(distances).bincount().max() < len(distances) / 5


def test_repeated_block_is_known_from_its_second_copy_on() -> None:
    tokens, known = sequences.repeated(500, 60, torch.Generator().manual_seed(4))
    period = int(known.int().argmax()) - 1
    assert torch.equal(tokens[period:], tokens[:-period])
    assert known[period + 1 :].all()


def test_french_turns_the_order_of_colours_and_agrees_in_gender_and_number() -> None:
    draw, turned = random.Random(3), 0
    nouns = {form: (gender, many) for _, _, one, more, gender in french.NOUNS for form, many in ((one, 0), (more, 1))}
    for _ in range(400):
        sentence = french.english_french(draw)
        words, origins = sentence.french, sentence.source_of
        for place, word in enumerate(words):
            adjective = sentence.english[origins[place]]
            if adjective not in french.ADJECTIVES or "est" in words or "sont" in words:
                continue
            is_after = adjective in french.AFTER
            noun = place - 1 if is_after else place + 1
            gender, many = nouns[words[noun]]
            if words[noun] != "souris":  # the same word for one and for many
                assert word == french.ADJECTIVES[adjective][2 * many + (gender == "f")]
            assert origins[noun] > origins[place]
            turned += is_after
    assert turned > 200


def test_french_says_de_before_an_adjective_of_many_and_elides_ne_before_est() -> None:
    draw = random.Random(4)
    told = [" ".join(french.english_french(draw).french) for _ in range(3000)]
    assert any(each.startswith("de bons chevaux") for each in told)
    assert any(" n' est pas " in each for each in told)
    assert not any("des bons" in each or "ne est" in each or "de chevaux" in each for each in told)


def test_pairs_of_noun_and_adjective_that_are_held_out_are_in_every_sentence_of_the_test_alone() -> None:
    draw = random.Random(5)
    assert all(french.english_french(draw, held_out=True).held_out for _ in range(100))
    number = {noun[0]: place for place, noun in enumerate(french.NOUNS)}
    assert french.is_held_out(number["dog"], "big")
    for _ in range(2000):
        words = french.english_french(draw).english
        assert not any(one == "big" and other == "dog" for one, other in pairwise(words))
