"""The demo, its samples and the dashboard."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from danpu import browsing, errors, planted
from dashboard.serve import HOST

Said = Callable[..., tuple[int, str, str]]


def test_a_port_that_is_taken_is_passed_by_or_refused() -> None:
    number = browsing.port(None)
    with socket.socket() as taken:
        taken.bind((HOST, number))
        taken.listen()
        assert browsing.port(None) != number
        with pytest.raises(errors.Refused, match=str(number)):
            browsing.port(number)
    for wrong in (0, -1, 99999):
        with pytest.raises(errors.Refused, match=str(wrong)):
            browsing.port(wrong)


def test_the_dashboard_answers_on_loopback_and_ends_on_ctrl_c(simulated_store: Path) -> None:
    number = browsing.port(None)
    command = [
        sys.executable,
        "-m",
        "danpu",
        "dashboard",
        "--store",
        str(simulated_store),
        "--port",
        str(number),
        "--no-browser",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"http://127.0.0.1:{number}\n"
        assert healthy(f"http://127.0.0.1:{number}/_stcore/health")
    finally:
        process.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
        _, told = process.communicate(timeout=30)
    assert "Traceback" not in told
    assert process.returncode in {errors.FINE, errors.INTERRUPTED} or sys.platform == "win32"


def healthy(url: str) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.3)
    return False


def test_demo_finds_what_is_planted_no_more_and_no_fewer(tmp_path: Path, said: Said) -> None:
    code, out, err = said("demo", "--check", "--store", tmp_path / "store")
    assert code == errors.FINE, err
    assert f"all {len(planted.faults())} planted faults were found" in out
    for fault in planted.faults():
        assert fault.code in out


def test_demo_fails_on_one_more_and_on_one_fewer(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = planted.faults()
    for changed, told in (
        (faults[1:], "found, but not planted"),
        ([*faults, faults[0]._replace(deal=99)], "not found"),
    ):
        monkeypatch.setattr(planted, "faults", lambda changed=changed: changed)
        code, out, _ = said("demo", "--check", "--store", tmp_path / "store")
        assert code == errors.FOUND
        assert told in out


def test_a_planted_fault_is_named_in_both_languages() -> None:
    fault = planted.Fault("a.log", "extra_pass", 1, 2, 3, 4)
    assert fault.text("en") == "a.log:4: extra_pass (match 1, deal 2, event 3)"
    assert fault.text("zh") == "a.log:4：extra_pass（第 1 场第 2 副，事件 3）"


def test_the_samples_hold_twelve_faults_of_eight_codes_in_every_format() -> None:
    faults = planted.faults()
    assert len(faults) >= 12
    assert len({fault.code for fault in faults}) >= 8
    assert {fault.sample.split("/")[0] for fault in faults} == {
        "njupt_server",
        "njupt_client",
        "guandan_world",
        "danpu",
    }
