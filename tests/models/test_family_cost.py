"""DNN 16.5: what the families cost, against stacks that are built and PyTorch's own counter."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from course_lib.layers.block import DecoderBlock
from course_lib.models.choice import choose_family
from course_lib.models.family_cost import family_cost
from course_lib.models.scribe import Scribe
from course_lib.models.transformer import Encoder, EncoderConfig

L, D, N, M = 2, 16, 7, 3


def stack():
    return Encoder(EncoderConfig(depth=L, d_model=D, num_heads=2, d_hidden=4 * D))


def matrices(module):
    return sum(p.numel() for p in module.parameters() if p.dim() == 2)


def products(run):
    """Multiply-adds with weight matrices, as PyTorch counts them; the pairs of attention are not among them."""
    with FlopCounterMode(display=False) as counter:
        run()
    return sum(n for op, n in counter.get_flop_counts()["Global"].items() if "mm" in str(op) and "bmm" not in str(op)) // 2


@pytest.mark.parametrize("family", ["encoder", "decoder"])
def test_one_stack_holds_and_does_what_is_counted(family, device):
    cost, model = family_cost(family, depth=L, d_model=D, source=N, target=M), stack().to(device)
    assert matrices(model) == cost.parameters
    assert products(lambda: model(torch.zeros(1, N + M, D, device=device))) == cost.products


def test_two_stacks_hold_and_do_what_is_counted(device):
    cost, encoder = family_cost("encoder-decoder", depth=L, d_model=D, source=N, target=M), stack().to(device)
    blocks = torch.nn.ModuleList(DecoderBlock(D, 2, 4 * D, norm_first=True) for _ in range(L)).to(device)

    def run():
        memory, x = encoder(torch.zeros(1, N, D, device=device)), torch.zeros(1, M, D, device=device)
        for block in blocks:
            x = block(x, memory)

    assert matrices(encoder) + matrices(blocks) == cost.parameters
    assert products(run) == cost.products


def test_at_equal_parameters_a_decoder_does_twice_the_work():
    both = family_cost("encoder-decoder", depth=3, d_model=D, source=N, target=M)
    alone = family_cost("decoder", depth=7, d_model=D, source=N, target=M)
    assert alone.parameters == both.parameters
    assert alone.products == 2 * both.products == 28 * 3 * D**2 * (N + M)


def test_pairs_are_counted_as_they_may_be_seen():
    pairs = {f: family_cost(f, depth=1, d_model=D, source=2, target=2).pairs for f in ("encoder", "decoder", "encoder-decoder")}
    assert pairs == {"encoder": 16, "decoder": 10, "encoder-decoder": 4 + 3 + 4}


def test_an_unknown_family_is_refused_with_the_three_that_are_known():
    with pytest.raises(ValueError, match="encoder, decoder, encoder-decoder"):
        family_cost("gpt", depth=1, d_model=D, source=N, target=M)


@pytest.mark.parametrize(
    ("answers", "family"),
    [((False, False), "encoder"), ((False, True), "encoder"), ((True, True), "encoder-decoder"), ((True, False), "decoder")],
)
def test_the_tree_leads_where_the_lecture_says(answers, family):
    assert choose_family(new_text=answers[0], separate_source=answers[1]).family == family


def test_a_scribe_cannot_hear_what_has_not_been_said(device):
    torch.manual_seed(0)
    scribe = Scribe(words=5, length=4).to(device)
    written = torch.tensor([[5, 1, 2, 3]], device=device)
    heard = torch.tensor([[1, 2, 3, 4]], device=device)
    other = torch.tensor([[1, 2, 0, 0]], device=device)
    torch.testing.assert_close(scribe(heard, written)[:, :2], scribe(other, written)[:, :2])
    assert not torch.allclose(scribe(heard, written)[:, 2:], scribe(other, written)[:, 2:])


def test_a_scribe_reads_back_its_own_words(device):
    torch.manual_seed(0)
    scribe, heard = Scribe(words=5, length=4).to(device), torch.tensor([[1, 2, 3, 4]], device=device)
    out = scribe.write(heard)
    begun = torch.cat([torch.full_like(out[:, :1], scribe.begin), out[:, :-1]], 1)
    assert torch.equal(scribe(heard, begun).argmax(-1), out)
