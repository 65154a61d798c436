"""A tensor as bytes and back: the same values, shape, strides and dtype, and no way to ask for more memory than was sent."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import torch
from torch import Tensor, nn

from course_lib.grading.wire import WireError

DTYPES: dict[str, torch.dtype] = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.float8_e4m3fn, torch.float8_e5m2),
        *(torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.uint16, torch.uint32, torch.uint64),
        *(torch.bool, torch.complex64, torch.complex128),
    )
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
MOST_DIMENSIONS = 32


def can_cross(tensor: Tensor) -> bool:
    """Say whether a tensor is of the ordinary kind, with values in memory."""
    return tensor.layout is torch.strided and tensor.dtype in NAMES and tensor.device.type in ("cpu", "cuda", "mps")


def raw(tensor: Tensor) -> bytes:
    """Return a tensor's values as bytes, row by row."""
    if is_memory(tensor):
        return ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())
    with torch.no_grad():
        flat = tensor.detach().resolve_conj().resolve_neg().cpu().contiguous().reshape(-1)
        flat = flat.as_strided(flat.shape, (1,))  # a single element may keep any stride and still count as contiguous
        return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def is_memory(tensor: Tensor) -> bool:
    """Say whether a tensor's values are its memory, from the first byte to the last: then they are copied as such, ten times faster."""
    return (
        type(tensor) in (Tensor, nn.Parameter)
        and tensor.device.type == "cpu"
        and tensor.is_contiguous()
        and not tensor.is_conj()
        and not tensor.is_neg()
        and tensor.numel() > 0
    )


def to_bytes(tensor: Tensor, limit: int) -> tuple[dict[str, Any], bytes]:
    """Describe a tensor and return its memory.

    A tensor that is not contiguous keeps its strides, so that code which only works on contiguous tensors fails here as it does in one
    process. Memory between its elements is sent as zeros.

    Raises:
        WireError: its values take more than `limit` bytes.
    """
    width = tensor.element_size()
    if tensor.numel() * width > limit:
        raise WireError(f"a tensor of shape {tuple(tensor.shape)} is larger than the limit of {limit} bytes")
    entry: dict[str, Any] = {"d": NAMES[tensor.dtype], "s": list(tensor.shape)}
    if tensor.is_contiguous() or tensor.numel() == 0:
        return entry, raw(tensor)
    strides = list(tensor.stride())
    extent = _extent(entry["s"], strides)
    if extent * width > limit:
        return entry, raw(tensor)
    with torch.no_grad():
        once = tensor.detach().resolve_conj().resolve_neg().cpu()
        for dim, stride in enumerate(strides):
            if stride == 0:
                once = once.narrow(dim, 0, 1)
        memory = torch.zeros(extent, dtype=tensor.dtype)
        try:
            memory.as_strided(once.shape, once.stride()).copy_(once)
        except RuntimeError:  # windows that overlap
            return entry, raw(tensor)
    entry["st"] = strides
    return entry, raw(memory)


def from_bytes(entry: dict[str, Any], data: bytes, limit: int) -> Tensor:
    """Make the tensor that `to_bytes` described.

    Raises:
        WireError: the description does not fit the bytes, or describes more than `limit` bytes.

    Example:
        >>> t = torch.arange(6).reshape(2, 3).T
        >>> from_bytes(*to_bytes(t, 999), 999).stride()
        (1, 3)
    """
    dtype = DTYPES.get(entry.get("d", ""))
    shape: Any = entry.get("s")
    strides: Any = entry.get("st")
    if dtype is None or not _sizes(shape) or not (strides is None or (_sizes(strides) and len(strides) == len(shape))):
        raise WireError("a tensor without a known dtype, shape and strides")
    count, width = math.prod(shape), dtype.itemsize
    extent = count if strides is None or count == 0 else _extent(shape, strides)
    if count * width > limit or extent * width != len(data):
        raise WireError(f"a tensor of shape {shape} that came with {len(data)} bytes")
    if count == 0:
        return torch.empty(shape, dtype=dtype)
    if dtype is torch.bool:  # any byte but 0 and 1 would be undefined
        memory = torch.frombuffer(bytearray(data), dtype=torch.uint8) != 0
    else:
        memory = torch.empty(extent, dtype=dtype, device="cpu")
        ctypes.memmove(memory.data_ptr(), data, extent * width)
    return memory.reshape(shape) if strides is None else memory.as_strided(shape, strides)


def write(target: Tensor, value: Tensor) -> None:
    """Put values into a tensor that the other side changed in place, repeated elements once."""
    with torch.no_grad():
        into, source = target.detach(), value
        for dim, stride in enumerate(into.stride()):
            if stride == 0 and into.shape[dim] > 1:
                into, source = into.narrow(dim, 0, 1), source.narrow(dim, 0, 1)
        into.copy_(source)


def _extent(shape: list[int], strides: list[int]) -> int:
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))


def _sizes(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_DIMENSIONS and all(type(n) is int and 0 <= n < 1 << 40 for n in value)
