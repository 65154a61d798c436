"""Three objectives on the same facts: what each asks for."""

import math

import pytest
import torch
from torch import nn

from course_lib.models.bert import BertConfig
from course_lib.models.bert_pretraining import BertForPretraining
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.text.facts import CITIES, fact_vocabulary, people
from course_lib.training.fact_task import cities_in, city_probabilities, fact_ids, fact_loss

V = len(fact_vocabulary())


@pytest.fixture(scope="module")
def ids():
    return fact_ids(people(20, torch.Generator().manual_seed(0))[0].items())


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def test_every_row_names_its_city_once_and_the_same_in_each_template(ids):
    rows, places = cities_in(ids)
    assert rows.tolist() == list(range(60))
    said = ids[rows, places].view(3, 20)
    assert (said == said[0]).all()
    assert set(said.flatten().tolist()) <= set(fact_vocabulary().encode(CITIES))


def test_the_next_token_loss_is_that_of_cross_entropy_over_all_tokens_but_padding(ids):
    torch.manual_seed(0)
    model = nn.Embedding(V, V)
    expected = nn.functional.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten(), ignore_index=0)
    torch.testing.assert_close(fact_loss(model, ids, "next", seeded()), expected)


def test_a_share_asks_for_that_share_of_them(ids):
    class Asked(nn.Module):
        def forward(self, given):
            return torch.zeros(*given.shape, V)

    # an undecided model pays ln V a token, however many are asked for
    assert fact_loss(Asked(), ids, "next, a share", seeded()).item() == pytest.approx(math.log(V), rel=1e-5)
    model = nn.Embedding(V, V)
    fact_loss(model, ids, "next, a share", seeded()).backward()
    every = nn.Embedding.from_pretrained(model.weight.detach().clone(), freeze=False)
    fact_loss(every, ids, "next", seeded()).backward()
    assert 0 < model.weight.grad.any(1).sum() <= every.weight.grad.any(1).sum()


def test_a_decoder_is_asked_without_seeing_the_city_and_an_encoder_with_it_hidden(ids):
    torch.manual_seed(0)
    gpt = GPT(GPTConfig(vocab_size=V, context=12, num_layers=1, num_heads=2, d_model=8))
    bert = BertForPretraining(BertConfig(vocab_size=V, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    other = ids.clone()
    other[cities_in(ids)] = fact_vocabulary().encode(["lima"])[0]
    for model in (gpt, bert):
        torch.testing.assert_close(city_probabilities(model, ids), city_probabilities(model, other))


def test_an_unknown_objective_is_refused(ids):
    with pytest.raises(ValueError, match="'next', 'next, a share', 'masked'"):
        fact_loss(nn.Embedding(V, V), ids, "all", seeded())
