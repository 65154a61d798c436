"""Enough of the Parquet format to read one column of strings: the words of the packaged GloVe vectors.

The usual reader (pyarrow) is a hundred megabytes to install; the words need the hundred lines below. Anything else a Parquet file
may hold is refused, not guessed at.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

SNAPPY, STRINGS, DICTIONARY_PAGE, DATA_PAGE = 1, 6, 2, 0
PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY = 0, 2, 8


def read_strings(path: Path) -> list[str]:
    """Read a Parquet file that holds a single column of strings, none of them missing.

    Args:
        path: the file.

    Returns:
        The strings, in order.

    Raises:
        ValueError: the file is not Parquet, or holds something else.

    Source: the Apache Parquet format, version 2.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     read_strings(Path(file.name))
    Traceback (most recent call last):
    ValueError: not a Parquet file
    """
    data = path.read_bytes()
    if data[:4] != b"PAR1" or data[-4:] != b"PAR1":
        raise ValueError("not a Parquet file")
    length = struct.unpack("<I", data[-8:-4])[0]
    footer = _Thrift(data, len(data) - 8 - length).structure()
    words: list[str] = []
    for row_group in footer[4]:
        if len(row_group[1]) != 1:
            raise ValueError(f"this reader takes one column, and the file has {len(row_group[1])}")
        words += _read_column(data, row_group[1][0][3])
    return words


def _read_column(data: bytes, column: dict[int, Any]) -> list[str]:
    """Read the pages of one column: first a dictionary, then places in it, then (once it grew too large) the strings themselves."""
    if column[1] != STRINGS or column[4] != SNAPPY:
        raise ValueError("this reader takes strings packed with snappy, and the column is something else")
    words: list[str] = []
    dictionary: list[str] = []
    thrift = _Thrift(data, column.get(11, column[9]))
    while len(words) < column[5]:
        header = thrift.structure()
        kind, size, packed = header[1], header[2], header[3]
        page = unpack_snappy(data[thrift.place : thrift.place + packed])
        thrift.place += packed
        if len(page) != size:
            raise ValueError(f"a page of {size} bytes unpacked to {len(page)}: the file is damaged")
        if kind == DICTIONARY_PAGE:
            dictionary = _plain_strings(page, 0)
        elif kind == DATA_PAGE:
            count, encoding = header[5][1], header[5][2]
            start = 4 + struct.unpack_from("<I", page)[0]  # which values are missing: none, so passed over
            if encoding in (PLAIN_DICTIONARY, RLE_DICTIONARY):
                words += [dictionary[i] for i in _hybrid_integers(page, start + 1, page[start], count)]
            elif encoding == PLAIN:
                words += _plain_strings(page, start)
            else:
                raise ValueError(f"a page has encoding {encoding}, which this reader does not know")
        else:
            raise ValueError(f"a page has kind {kind}, which this reader does not know")
    return words


def _plain_strings(page: bytes, place: int) -> list[str]:
    """Strings one after another, each behind its length in four bytes."""
    words = []
    while place < len(page):
        end = place + 4 + int.from_bytes(page[place : place + 4], "little")
        words.append(page[place + 4 : end].decode())
        place = end
    return words


def _hybrid_integers(page: bytes, place: int, width: int, count: int) -> list[int]:
    """Integers of `width` bits in runs: either one value repeated, or groups of eight packed side by side."""
    numbers: list[int] = []
    whole = (width + 7) // 8
    while len(numbers) < count:
        header, place = _varint(page, place)
        if header & 1:
            size = (header >> 1) * width
            numbers += _unpack_bits(page[place : place + size], width)
            place += size
        else:
            numbers += [int.from_bytes(page[place : place + whole], "little")] * (header >> 1)
            place += whole
    return numbers[:count]


def _unpack_bits(packed: bytes, width: int) -> list[int]:
    """Packed integers eight at a time, so that no step shifts more than `width` bytes."""
    mask = (1 << width) - 1
    numbers = []
    for start in range(0, len(packed), width):
        group = int.from_bytes(packed[start : start + width], "little")
        numbers += [group >> (i * width) & mask for i in range(8)]
    return numbers


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number in groups of seven bits, lowest first, and the place behind it."""
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, place
        shift += 7


def unpack_snappy(packed: bytes) -> bytes:
    """Undo snappy: stretches of bytes as they are, and copies of what was written before.

    Args:
        packed: one snappy block.

    Returns:
        The bytes that were packed.

    Raises:
        ValueError: a copy points before the beginning, or the length is not the one promised.

    Source: snappy's format description.

    >>> unpack_snappy(bytes([6, 0b0000_0100, ord("a"), ord("b"), 0b0000_0001, 2]))      # "ab", then 4 bytes from 2 back
    b'ababab'
    """
    length, place = _varint(packed, 0)
    out = bytearray()
    while place < len(packed):
        tag = packed[place]
        place += 1
        if tag & 3 == 0:
            size = tag >> 2
            if size >= 60:
                extra = size - 59
                size = int.from_bytes(packed[place : place + extra], "little")
                place += extra
            out += packed[place : place + size + 1]
            place += size + 1
            continue
        if tag & 3 == 1:
            size, back = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | packed[place]
            place += 1
        else:
            width = 2 if tag & 3 == 2 else 4
            size, back = (tag >> 2) + 1, int.from_bytes(packed[place : place + width], "little")
            place += width
        start = len(out) - back
        if start < 0 or back == 0:
            raise ValueError("damaged snappy data: a copy points before the beginning")
        if back >= size:
            out += out[start : start + size]
        else:
            stretch = bytes(out[start:])
            out += (stretch * (size // back + 1))[:size]
    if len(out) != length:
        raise ValueError(f"damaged snappy data: {len(out)} bytes where {length} were promised")
    return bytes(out)


class _Thrift:
    """The compact Thrift encoding, in which Parquet writes its own descriptions: a structure becomes a dict from field number to value."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.place = data, place

    def structure(self) -> dict[int, Any]:
        fields: dict[int, Any] = {}
        number = 0
        while header := self.byte():
            number = number + (header >> 4) if header >> 4 else self.signed()
            fields[number] = self.value(header & 15)
        return fields

    def value(self, kind: int) -> Any:
        if kind in (1, 2):
            return kind == 1
        if kind == 3:
            return self.byte()
        if kind in (4, 5, 6):
            return self.signed()
        if kind == 8:
            size, start = _varint(self.data, self.place)
            self.place = start + size
            return self.data[start : self.place]
        if kind in (9, 10):
            header = self.byte()
            count, inner = header >> 4, header & 15
            if count == 15:
                count, self.place = _varint(self.data, self.place)
            return [self.value(inner) for _ in range(count)]
        if kind == 12:
            return self.structure()
        raise ValueError(f"a Thrift value of kind {kind}, which Parquet's descriptions do not use")

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def signed(self) -> int:
        number, self.place = _varint(self.data, self.place)
        return (number >> 1) ^ -(number & 1)
