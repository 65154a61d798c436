"""What a hostile or broken process sends ends in a WireError and costs no memory."""

import json
import socket
import struct
import time

import pytest
import torch

from course_lib.grading.tensors import from_bytes, to_bytes
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import Channel, ClosedError, LateError, WireError


@pytest.fixture
def ends():
    here, there = socket.socketpair()
    yield here, Channel(there, limit=1000)
    here.close()
    there.close()


def frame(text: bytes, buffers: bytes = b"") -> bytes:
    return struct.pack("!II", len(text), len(buffers)) + text + buffers


def test_a_length_beyond_the_limit_is_refused_before_anything_is_read(ends):
    ends[0].sendall(struct.pack("!II", 10, 1 << 31))
    with pytest.raises(WireError, match="larger than the limit"):
        ends[1].receive()


@pytest.mark.parametrize(
    "text",
    [
        b"not json",
        b"[" * 100_000 + b"]" * 100_000,
        b"{}",
        b"[[],[]]",
        b'[["ret"],[-1]]',
        b'[["ret"],[5]]',
        b'[["ret"],["a"]]',
        b'["ret",[]]',
        b"\xff",
    ],
)
def test_a_malformed_message_is_a_wire_error(ends, text):
    ends[0].sendall(frame(text))
    with pytest.raises(WireError):
        ends[1].receive()


def test_a_process_that_ends_in_the_middle_of_a_message_is_closed(ends):
    ends[0].sendall(frame(b'[["ret"],[]]')[:-3])
    ends[0].close()
    with pytest.raises(ClosedError):
        ends[1].receive()


def test_a_slow_sender_is_late_at_the_deadline(ends):
    ends[1].deadline = time.monotonic() + 0.05
    ends[0].sendall(b"\0")
    with pytest.raises(LateError):
        ends[1].receive()


@pytest.mark.parametrize(
    "entry",
    [
        {"d": "float32", "s": [1 << 39]},
        {"d": "float32", "s": [2], "st": [0]},
        {"d": "float32", "s": [300, 300], "st": [0, 0]},
        {"d": "float32", "s": [3]},
        {"d": "float32", "s": [-1]},
        {"d": "float32", "s": [True]},
        {"d": "float32", "s": "1"},
        {"d": "float32", "s": [1] * 100},
        {"d": "float32", "s": [2], "st": [1, 1]},
        {"d": "qint8", "s": [8]},
        {"s": [2]},
    ],
)
def test_a_tensor_that_is_not_what_it_says_is_a_wire_error(entry):
    with pytest.raises(WireError):
        from_bytes(entry, bytes(8) if entry["s"] != [2] or "st" not in entry else bytes(12), 1000)


def test_an_expanded_tensor_cannot_ask_for_more_memory_than_the_limit():
    with pytest.raises(WireError):
        from_bytes({"d": "float32", "s": [10_000], "st": [0]}, bytes(4), 1000)


@pytest.mark.parametrize(
    "value",
    [
        {"t": 0}, {"in": 3}, {"t": True}, {"u": 5}, {"m": [[1]]}, {"m": [[{"l": []}, 1]]}, {"d": "object"}, {"dev": ["cpu", "x"]},
        {"z": ["a"]}, {}, [1], {"a": 1, "b": 2},
    ],
)  # fmt: skip
def test_a_value_of_no_known_form_is_a_wire_error(value):
    def refuse(body, unpacker):
        raise WireError("no such form")

    with pytest.raises(WireError):
        Unpacker([], [], refuse).unpack(value)


def round_trip(value):
    packer = Packer(lambda v: {"h": 0}, lambda t: None)
    body = json.loads(json.dumps(packer.pack(value)))
    return Unpacker(packer.buffers, packer.entries, lambda b, u: b).unpack(body)


@pytest.mark.parametrize(
    "value",
    [
        0, -(10**30), True, None, "é\ud800", 1e-320, float("inf"), (1, (2.5, "a")), [[], {}], {1: "a", (2, 3): [4]}, {1, 2}, range(2, 9, 3),
        torch.Size([2, 3]), torch.bfloat16, torch.device("cpu"), 2 + 1j, b"\0\xff", slice(1, None, 2), Ellipsis, frozenset({5}),
    ],
)  # fmt: skip
def test_plain_values_arrive_as_what_they_were(value):
    arrived = round_trip(value)
    assert type(arrived) is type(value)
    assert arrived == value


def test_not_a_number_arrives_as_not_a_number():
    assert round_trip(float("nan")) != round_trip(float("nan"))


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int64, torch.uint8, torch.bool, torch.complex64]
)
def test_tensors_of_every_dtype_arrive_bit_for_bit(dtype):
    tensor = (torch.arange(12).reshape(3, 4) % 5).to(dtype)
    assert torch.equal(round_trip(tensor), tensor)
    assert round_trip(tensor).dtype is dtype


@pytest.mark.parametrize(
    "tensor",
    [torch.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1), torch.arange(3.0)[:, None].expand(3, 4), torch.arange(20.0)[::3],
     torch.zeros(0, 3), torch.arange(2.0).reshape(1, 1, 2)[..., 1],
     torch.tensor(3.5),
     torch.arange(8.0).unfold(0, 3, 1)[1:], torch.full((2,), float("nan")), torch.zeros(2, 3).expand(4, 2, 3)],
)  # fmt: skip
def test_odd_memory_layouts_arrive_with_the_same_values(tensor):
    torch.testing.assert_close(round_trip(tensor), tensor, rtol=0, atol=0, equal_nan=True)


def test_strides_arrive_too():
    tensor = torch.arange(6.0).reshape(2, 3).T
    assert round_trip(tensor).stride() == tensor.stride()


def test_memory_between_the_elements_of_a_view_stays_at_home():
    secret = torch.tensor([1.0, 777.0, 2.0, 777.0])
    _, data = to_bytes(secret[::2], 1000)
    assert torch.frombuffer(bytearray(data), dtype=torch.float32).tolist() == [1.0, 0.0, 2.0]


def test_a_number_that_claims_to_equal_everything_arrives_as_a_plain_number():
    class Sly(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    arrived = round_trip(Sly(3))
    assert type(arrived) is int
    assert arrived != 4


def test_values_nested_without_end_cannot_be_sent():
    endless: list = []
    endless.append(endless)
    with pytest.raises(WireError, match="nested"):
        round_trip(endless)
