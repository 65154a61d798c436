"""LLM 2, BERT in Detail: the reference numbers on the page are `transformers`'."""

import ast
import re
from pathlib import Path

import torch

from course_lib.models import minilm

CHAPTER = Path(__file__).resolve().parents[2] / "book" / "llm2" / "09-bert.md"


def test_the_states_printed_on_the_page_are_those_of_transformers():
    """The chapter compares `course_lib` with these numbers; here they are computed again from the same file."""
    from safetensors.torch import load_file
    from transformers import BertConfig, BertModel

    (line,) = re.findall(r"^REFERENCE = (\{.*?\n\})", CHAPTER.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    sizes = {"hidden_size": 384, "num_hidden_layers": 6, "intermediate_size": 1536, "layer_norm_eps": 1e-12}
    theirs = BertModel(BertConfig(**sizes, attn_implementation="eager")).eval().double()
    weights = load_file(minilm._file("model.safetensors"))
    theirs.load_state_dict({name: value for name, value in weights.items() if "position_ids" not in name})
    tokenizer = minilm.WordPiece.from_file(minilm._file("vocab.txt"))
    first, second = "She sat on the bank of the river.", "The loan is approved."
    ids = torch.tensor([tokenizer.encode(first, second)])
    segments = (torch.arange(ids.shape[1]) >= len(tokenizer.encode(first))).long()[None]
    with torch.no_grad():
        states = theirs(ids, token_type_ids=segments, output_hidden_states=True).hidden_states
    for layer, numbers in ast.literal_eval(line).items():
        torch.testing.assert_close(states[layer][0, 0, :4], torch.tensor(numbers, dtype=torch.float64), atol=1e-6, rtol=0)
