"""The images of a package as Zarr reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from zarr.abc.store import ByteRequest, OffsetByteRequest, RangeByteRequest, Store, SuffixByteRequest
from zarr.core.buffer import Buffer, BufferPrototype

from ._files import Files
from .errors import NotFound, NotInPackage


class PackageStore(Store):
    """Read only; a part of a shard is read without the rest of it."""

    supports_writes = False
    supports_deletes = False
    supports_listing = True

    def __init__(self, files: Files) -> None:
        super().__init__(read_only=True)
        self._files = files

    async def get(
        self, key: str, prototype: BufferPrototype, byte_range: ByteRequest | None = None
    ) -> Buffer | None:
        start: int | None = None
        stop: int | None = None
        if isinstance(byte_range, RangeByteRequest):
            start, stop = byte_range.start, byte_range.end
        elif isinstance(byte_range, OffsetByteRequest):
            start = byte_range.offset
        elif isinstance(byte_range, SuffixByteRequest):
            start = -byte_range.suffix
        try:
            data = await asyncio.to_thread(self._files.read, key, start, stop)
        except (NotInPackage, NotFound):
            return None
        return prototype.buffer.from_bytes(data)

    async def get_partial_values(
        self, prototype: BufferPrototype, key_ranges: Iterable[tuple[str, ByteRequest | None]]
    ) -> list[Buffer | None]:
        return [await self.get(key, prototype, part) for key, part in key_ranges]

    async def exists(self, key: str) -> bool:
        try:
            await asyncio.to_thread(self._files.read, key, 0, 1)
        except (NotInPackage, NotFound):
            return False
        return True

    async def set(self, key: str, value: Buffer) -> None:
        raise PermissionError("a package is not written to")

    async def delete(self, key: str) -> None:
        raise PermissionError("a package is not written to")

    async def list(self) -> AsyncIterator[str]:
        async for key in self.list_prefix(""):
            yield key

    async def list_prefix(self, prefix: str) -> AsyncIterator[str]:
        nothing: tuple[str, ...] = ()
        for key in nothing:
            yield key

    async def list_dir(self, prefix: str) -> AsyncIterator[str]:
        # of a group's children there is one: the full resolution
        if prefix.rstrip("/").endswith(".ome.zarr"):
            for name in ("zarr.json", "0"):
                yield name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackageStore) and other._files is self._files
