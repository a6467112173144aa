"""What stands behind a path: files, folders, compressed files, standard input, and what is none of these."""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import random
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest import archive
from ingest.archive import Content, Found, opened, walk
from ingest.errors import Unreadable
from tests.nobody import nobody

TEXT = b"".join(b"line %d of it\n" % number for number in range(5_000))


def contents(path: Path) -> tuple[Content, bytes]:
    with opened(str(path)) as content, content.stream() as stream:
        return content, stream.read()


def refused(path: Path | str) -> str:
    with pytest.raises(Unreadable) as error, opened(str(path)):
        pass
    assert str(path) in error.value.text("en")
    assert str(path) in error.value.text("zh")
    return str(error.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_file_is_known_by_what_it_holds_not_by_its_wrapping_or_name(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "some.name"
    path.write_bytes(pack(TEXT))
    content, read = contents(path)
    assert read == TEXT
    assert (content.sha256, content.size) == (hashlib.sha256(TEXT).hexdigest(), len(TEXT))
    assert content.damage is None


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_tar_of_records_is_none_and_says_to_unpack_it(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        inside = tarfile.TarInfo("a.jsonl")
        inside.size = len(TEXT)
        tar.addfile(inside, io.BytesIO(TEXT))
    (tmp_path / "a").write_bytes(pack(packed.getvalue()))
    with pytest.raises(Unreadable, match=r"got a tar archive \(unpack it first\)"), opened(str(tmp_path / "a")):
        pass


def test_a_content_can_be_read_twice(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(TEXT))
    with opened(str(tmp_path / "a.gz")) as content:
        assert [content.stream().read() for _ in range(2)] == [TEXT, TEXT]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("how", ["cut", "overwritten"])
def test_a_broken_container_is_read_up_to_the_break_and_says_so(
    tmp_path: Path, pack: Callable[[bytes], bytes], how: str
) -> None:
    noise = random.Random(1).randbytes(3_000_000)
    packed = pack(noise)
    half = len(packed) // 2
    (tmp_path / "a").write_bytes(packed[:half] if how == "cut" else packed[:half] + bytes(1000) + packed[half + 1000 :])
    content, read = contents(tmp_path / "a")
    assert content.damage
    assert how == "overwritten" or noise.startswith(read)  # a checksum tells only at the end
    assert len(read) == content.size
    assert hashlib.sha256(read).hexdigest() == content.sha256


def test_a_cut_gzip_keeps_all_that_can_be_had(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(3_000_000)
    (tmp_path / "a").write_bytes(gzip.compress(noise)[:2_000_000])
    assert len(contents(tmp_path / "a")[1]) > 1_990_000


def test_a_file_that_expands_beyond_measure_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FREE_EXPANSION", 2**20)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(2**24)))
    assert "expands more than 300 times" in refused(tmp_path / "bomb.gz")
    (tmp_path / "plain").write_bytes(bytes(2**22))
    assert contents(tmp_path / "plain")[0].size == 2**22


@pytest.mark.parametrize(
    ("magic", "name"), [(b"PK\x03\x04", "zip"), (b"\x28\xb5\x2f\xfd", "zst"), (b"Rar!\x1a", "rar")]
)
def test_an_archive_that_is_not_opened_here_is_refused_by_name(tmp_path: Path, magic: bytes, name: str) -> None:
    (tmp_path / "a").write_bytes(magic + TEXT)
    assert f"a {name} archive" in refused(tmp_path / "a")


def test_what_was_appended_after_measuring_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(TEXT)
    with opened(str(tmp_path / "a")) as content:
        with (tmp_path / "a").open("ab") as more:
            more.write(b"more")
        assert content.stream().read() == TEXT
        assert not content.changed()


@pytest.mark.parametrize("now", [b"less", TEXT[::-1]])
def test_a_file_written_over_after_measuring_is_found_out(tmp_path: Path, now: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(TEXT)
    with opened(str(path)) as content:
        assert not content.changed()
        path.write_bytes(now)
        os.utime(path, ns=(1, 1))
        assert content.changed()


def test_standard_input_is_a_content_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    assert contents(Path("-"))[1] == TEXT


def test_a_missing_path_is_refused(tmp_path: Path) -> None:
    assert "there is no such path" in refused(tmp_path / "nowhere")


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs on Windows")
def test_a_fifo_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "a FIFO" in refused(tmp_path / "pipe")


def test_a_device_is_refused() -> None:
    assert "a device" in refused(os.devnull)


def test_a_folder_is_its_files_sorted_and_links_are_not_followed(tmp_path: Path) -> None:
    for name in ("b/2.log", "b/1.log", "a.log", "c/d/e.log"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in", target_is_directory=True)
    (tmp_path / "in" / "again.log").symlink_to(tmp_path / "in" / "a.log")
    names = [os.path.relpath(found.path, tmp_path / "in") for found in walk([str(tmp_path / "in")], tmp_path / "store")]
    assert names == [str(Path(name)) for name in ("a.log", "b/1.log", "b/2.log", "c/d/e.log")]


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs on Windows")
def test_what_is_no_file_inside_a_folder_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a").write_bytes(b"x")
    assert list(walk([str(tmp_path)], tmp_path / "store")) == [Found(str(tmp_path / "a"))]


def test_the_store_is_not_read_into_itself(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "x.parquet").write_bytes(b"x")
    (tmp_path / "a").write_bytes(b"x")
    assert list(walk([str(tmp_path)], tmp_path / "store")) == [Found(str(tmp_path / "a"))]


def test_no_store_is_read_as_records_whatever_its_name_and_each_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine" / "batch=000001-ab").mkdir(parents=True)
    (tmp_path / "mine" / "batch=000001-ab" / "deals.parquet").write_bytes(b"x")
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "a.log").write_bytes(b"x")
    told: list[Path] = []
    assert list(walk([str(tmp_path)], skipped=told.append)) == [Found(str(tmp_path / "store" / "a.log"))]
    assert told == [tmp_path / "mine"]


def test_a_folder_without_files_has_a_row_that_says_so(tmp_path: Path) -> None:
    (found,) = walk([str(tmp_path)], tmp_path / "store")
    assert found.problem
    assert "without files" in str(found.problem)


def test_a_folder_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "in" / "shut").mkdir(parents=True)
    (tmp_path / "in" / "a").write_bytes(b"x")
    (tmp_path / "in" / "shut").chmod(0)
    with nobody(tmp_path):
        fine, shut = walk([str(tmp_path / "in")], tmp_path / "store")
        (alone,) = walk([str(tmp_path / "in" / "shut")], tmp_path / "store")
    assert (fine.path, fine.problem) == (str(tmp_path / "in" / "a"), None)
    assert "Permission denied" in str(shut.problem)
    assert "Permission denied" in str(alone.problem)


def test_paths_come_in_the_order_given() -> None:
    assert [found.path for found in walk(["z", "-", "a"], Path("store"))] == ["z", "-", "a"]


def test_a_gzip_that_breaks_off_before_its_first_byte_is_broken_and_not_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(b"x" * 5000)[:12])
    with pytest.raises(Unreadable, match="broken or breaks off"), opened(str(path)):
        pass
