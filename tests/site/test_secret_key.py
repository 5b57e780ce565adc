"""A site that was given no secret key makes one and keeps it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from py_vapid import Vapid02

from scoutsite.secret_key import new_vapid_key, secret_key_from


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    key = secret_key_from(path)
    assert len(key) >= 50
    assert secret_key_from(path) == key
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_a_key_for_push_services_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "var" / "vapid-key"
    key = secret_key_from(path, make=new_vapid_key)
    assert secret_key_from(path, make=new_vapid_key) == key
    assert Vapid02.from_string(key).public_key is not None


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    assert secret_key_from(tmp_path / "one") != secret_key_from(tmp_path / "other")


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    secret_key_from(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o077 == 0


def test_all_who_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: secret_key_from(path), range(64)))
    assert len(keys) == 1
