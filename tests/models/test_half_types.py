"""Whole models in half types: near float64, finite, and as causal as ever."""

import pytest
import torch

from course_lib.models.bert import Bert, BertConfig
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.llama import Llama, LlamaConfig
from course_lib.models.t5 import T5, T5Config

SIZES = {"d_model": 16, "num_heads": 2}
MODELS = {
    "GPT": lambda: GPT(GPTConfig(vocab_size=11, context=12, num_layers=2, **SIZES)),
    "LLaMA": lambda: Llama(LlamaConfig(vocab_size=11, context=12, num_layers=2, d_hidden=24, **SIZES)),
    "BERT": lambda: Bert(BertConfig(vocab_size=11, depth=2, d_hidden=24, max_len=12, **SIZES)),
    "T5": lambda: T5(T5Config(vocab_size=11, depth=2, d_head=8, d_hidden=24, **SIZES)),
}
IDS = torch.tensor([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])


def run(model, ids):
    return model(ids, torch.tensor([5, 5], device=ids.device), ids) if isinstance(model, T5) else model(ids)


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize(("dtype", "bound"), [(torch.float16, 1e-2), (torch.bfloat16, 8e-2)])
def test_a_model_in_a_half_type_is_near_itself_in_float64(device, make, dtype, bound):
    torch.manual_seed(0)
    half = make().to(device, dtype).eval()
    exact = make().to(device).double().eval()
    exact.load_state_dict(half.state_dict())
    out = run(half, IDS.to(device))
    expected = run(exact, IDS.to(device))
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), expected, atol=bound * float(expected.detach().abs().max()), rtol=bound)


@pytest.mark.parametrize("name", ["GPT", "LLaMA"])
def test_the_scores_of_a_prefix_are_the_prefix_of_the_scores(device, name):
    torch.manual_seed(0)
    model, ids = MODELS[name]().to(device).double().eval(), IDS.to(device)
    whole = model(ids)
    for cut in range(1, 5):
        torch.testing.assert_close(model(ids[:, :cut]), whole[:, :cut], atol=1e-12, rtol=1e-9)
