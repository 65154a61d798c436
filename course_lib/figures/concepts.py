"""The concepts of the second lecture's revision notes, and which connects to which: the cards of chapter 15 and the graph over them."""

from __future__ import annotations

import dataclasses
import difflib
import functools


@dataclasses.dataclass(frozen=True, kw_only=True)
class Concept:
    """One concept.

    Attributes:
        name: how it is called in code.
        title: how a reader calls it; a card's heading.
        place: where the book shows it, as `course_lib.book.places` writes places.
        connects: names of the concepts it connects to.
        has_card: whether it has a revision card.
        from_lecture: whether that card is one of the lecture's fifteen entries.
    """

    name: str
    title: str
    place: str
    connects: tuple[str, ...] = ()
    has_card: bool = False
    from_lecture: bool = False


def _entry(name: str, title: str, place: str, *connects: str) -> Concept:
    return Concept(name=name, title=title, place=place, connects=connects, has_card=True, from_lecture=True)


def _ours(name: str, title: str, place: str, *connects: str) -> Concept:
    return Concept(name=name, title=title, place=place, connects=connects, has_card=True)


def _plain(name: str, title: str, place: str) -> Concept:
    return Concept(name=name, title=title, place=place)


# The fifteen entries, each with the lecture's "Connects to" in its order; then cards for the sections it gives none; then what has no card.
CONCEPTS: tuple[Concept, ...] = (
    _entry("families", "Encoder and decoder", "dnn16/01-encoder-decoder", "self-attention", "cross-attention", "seq2seq"),
    _entry("self-attention", "Self-attention", "dnn16/02-attention-recap#16.2.1", "multi-head", "positions", "scaling"),
    _entry("positions", "Positional encoding", "dnn16/02-attention-recap#16.2.2", "self-attention", "embedding"),
    _entry("multi-head", "Multi-head attention", "dnn16/02-attention-recap#16.2.3", "self-attention", "scaling"),
    _entry("layer-norm", "Layer normalisation", "dnn16/03-encoder#16.3.1", "residual", "norm-order"),
    _entry("residual", "Residual connections", "dnn16/03-encoder#16.3.2", "layer-norm", "stacking"),
    _entry("causal-mask", "Masked self-attention", "dnn16/04-decoder#16.4.1", "cross-attention", "generation"),
    _entry("cross-attention", "Cross-attention", "dnn16/04-decoder#16.4.2", "encoder-decoder", "causal-mask"),
    _entry("selection", "Architecture selection", "dnn16/05-architecture-selection", "encoder", "decoder", "encoder-decoder"),
    _entry("mlm", "Masked language modelling", "dnn16/06-masked-language-modeling", "class-token", "bert", "self-supervised"),
    _entry("autoregressive", "Autoregressive pre-training", "dnn16/07-autoregressive", "gpt", "decoder", "causal-mask"),
    _entry("lora", "Low-rank adaptation", "dnn16/09-transfer-lora#16.9.2", "transfer", "fine-tuning", "few-parameters"),
    _entry("vit", "Vision Transformers", "dnn16/10-vision-transformers", "encoder", "positions", "image-classes"),
    _entry("descent", "Gradient descent variants", "dnn16/12-optimization#16.12.4", "momentum", "adaptive", "learning-rate"),
    _entry("momentum", "Momentum", "dnn16/12-optimization#16.12.8", "descent", "adaptive", "optimisation"),
    _ours(
        "denoising", "BART and T5", "dnn16/08-encoder-decoder-pretraining", "encoder-decoder", "mlm", "self-supervised", "cross-attention"
    ),
    _ours("multimodal", "Multimodal streams", "dnn16/11-emerging-trends#16.11.1", "vit", "self-attention", "cross-attention"),
    _ours("sparse", "Sparse attention", "dnn16/11-emerging-trends#16.11.2", "self-attention", "causal-mask"),
    _ours("learning-rate", "Learning rate", "dnn16/12-optimization#16.12.7", "descent", "adaptive", "optimisation"),
    _ours("adaptive", "Adaptive rates", "dnn16/12-optimization#16.12.9", "momentum", "descent", "learning-rate"),
    _plain("seq2seq", "sequence to sequence", "llm2/03-seq2seq-to-transformers"),
    _plain("scaling", "scaled dot products", "llm2/02-attention#scaling"),
    _plain("embedding", "the embedding table", "llm2/05-inputs-and-outputs#tokenization"),
    _plain("norm-order", "pre-norm and post-norm", "dnn16/03-encoder#enc-pre-post"),
    _plain("stacking", "stacking blocks", "dnn16/03-encoder#16.3.3"),
    _plain("generation", "step-by-step generation", "llm2/05-inputs-and-outputs#continuation"),
    _plain("encoder", "encoder", "llm2/08-three-families#family-encoder"),
    _plain("decoder", "decoder", "llm2/08-three-families#family-decoder"),
    _plain("encoder-decoder", "encoder and decoder together", "llm2/08-three-families#family-both"),
    _plain("class-token", "the class token", "dnn16/06-masked-language-modeling#16.6.3"),
    _plain("bert", "BERT", "llm2/09-bert"),
    _plain("self-supervised", "text as its own target", "llm2/01-word-representations#word2vec"),
    _plain("gpt", "GPT", "llm2/10-gpt-gpt3-llama#predict-forward"),
    _plain("transfer", "transfer learning", "llm2/08-three-families#family-transfer"),
    _plain("fine-tuning", "fine-tuning", "dnn16/09-transfer-lora#16.9.1"),
    _plain("few-parameters", "training few parameters", "dnn16/09-transfer-lora#16.9.3"),
    _plain("image-classes", "classes of images", "dnn16/10-vision-transformers#16.10.3"),
    _plain("optimisation", "optimisation", "dnn16/12-optimization#16.12.1"),
)


@functools.cache
def _by_name() -> dict[str, Concept]:
    return {found.name: found for found in CONCEPTS}


def concept(name: str) -> Concept:
    """The concept of this name.

    Raises:
        KeyError: there is none; the message has the nearest name.

    Example:
        >>> concept("lora").title
        'Low-rank adaptation'
    """
    try:
        return _by_name()[name]
    except KeyError:
        near = difflib.get_close_matches(name, _by_name(), n=1)
        raise KeyError(
            f"no concept is called {name!r}" + (f": did you mean {near[0]}?" if near else f"; there are {', '.join(_by_name())}")
        ) from None


def neighbours(found: Concept) -> list[Concept]:
    """The concepts that one connects to, in the order of the notes.

    Example:
        >>> [other.title for other in neighbours(concept("residual"))]
        ['Layer normalisation', 'stacking blocks']
    """
    return [concept(name) for name in found.connects]


def links() -> list[tuple[str, str]]:
    """Each pair of cards that the notes connect, once: the earlier card first.

    Example:
        >>> ("self-attention", "multi-head") in links(), ("multi-head", "self-attention") in links()
        (True, False)
    """
    order = [found.name for found in CONCEPTS if found.has_card]
    pairs = {tuple(sorted((found.name, other), key=order.index)) for found in CONCEPTS for other in found.connects if other in order}
    return sorted(((a, b) for a, b in pairs), key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
