"""What a reader may rely on about the phrasebook: right French, nothing twice, and sentences held back that have to be put together."""

import pytest

from course_lib.text.phrasebook import encode_pairs, is_french, phrasebook, vocabularies, word_for_word

FRENCH = {pair.english: pair.french for pair in phrasebook()}


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("the cat sits .", "le chat est assis ."),
        ("the cows sit .", "les vaches sont assises ."),
        ("the old mice sleep .", "les vieilles souris dorment ."),
        ("the white horse runs .", "le cheval blanc court ."),
        ("the white horses run .", "les chevaux blancs courent ."),
        ("the pretty sisters lie .", "les jolies sœurs sont couchées ."),
    ],
)
def test_sentences_are_translated_as_a_grammar_has_them(english, french):
    assert FRENCH[english] == french


def test_no_sentence_stands_twice_in_either_language():
    assert len(phrasebook()) == len(FRENCH) == len(set(FRENCH.values())) == 16 * 2 * 9 * 8


def test_a_held_back_noun_and_verb_never_meet_in_training_and_each_word_is_there():
    def meeting(pair):
        words = pair.english.split()
        return words[-3].rstrip("s"), words[-2].rstrip("s")

    seen, unseen = ([pair for pair in phrasebook() if pair.unseen is held] for held in (False, True))
    assert {meeting(pair) for pair in seen}.isdisjoint({meeting(pair) for pair in unseen})
    for side in ("english", "french"):
        words = [{word for pair in pairs for word in getattr(pair, side).split()} for pairs in (seen, unseen)]
        assert words[1] <= words[0]


@pytest.mark.parametrize(
    "wrong", ["la chat dort .", "les vaches est assise .", "le noir chat dort .", "le chat petit dort .", "le chat est assis", "le dort ."]
)
def test_what_does_not_agree_or_stands_wrong_is_not_french(wrong):
    assert not is_french(wrong)


def test_every_translation_is_french_and_few_are_word_for_word():
    assert all(map(is_french, FRENCH.values()))
    assert 0.1 < sum(word_for_word(english) == french for english, french in FRENCH.items()) / len(FRENCH) < 0.2


def test_ids_spell_the_sentences_again():
    pairs = phrasebook()[:40]
    source, lengths, target = encode_pairs(pairs)
    english, french = vocabularies()
    assert [" ".join(english.decode(row)) for row in source.tolist()] == [pair.english for pair in pairs]
    assert [" ".join(french.decode(row)) for row in target.tolist()] == [pair.french for pair in pairs]
    assert lengths.tolist() == [len(pair.english.split()) for pair in pairs]


def test_no_pairs_are_refused():
    with pytest.raises(ValueError, match="nothing to encode"):
        encode_pairs([])
