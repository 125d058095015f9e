"""A real nginx with TLS in front of a house, run from the example in the documentation."""

from __future__ import annotations

import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.kit.patience import PATIENCE
from tests.live.served import free_port

EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "examples" / "nginx.conf"
NGINX: Final = Path("/usr/sbin/nginx")
NAME: Final = "casino.example"
_AROUND = """daemon off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def need_nginx() -> None:
    if NGINX.exists():
        return
    if os.environ.get("CI") == "true":
        pytest.fail("nginx is not installed, and under CI=true everything has to run", pytrace=False)
    pytest.skip("nginx is not installed")


def certify(folder: Path) -> None:
    """A certificate of our own, for a day."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.OID_COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "privkey.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def trusting(folder: Path) -> ssl.SSLContext:
    """What a browser needs in order to believe that certificate."""
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


@contextmanager
def nginx(folder: Path, house_port: int) -> Iterator[tuple[int, int]]:
    """The example, with ports and a certificate of ours; the ports for HTTP and for TLS."""
    plain, secure = free_port(), free_port()
    certify(folder)
    text = EXAMPLE.read_text(encoding="utf-8")
    for example, ours in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "127.0.0.1:8685": f"127.0.0.1:{house_port}",
        "/etc/holecard/tls/fullchain.pem": f"{folder}/fullchain.pem",
        "/etc/holecard/tls/privkey.pem": f"{folder}/privkey.pem",
    }.items():
        assert text.count(example) == 1, example
        text = text.replace(example, ours)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(_AROUND.format(folder=folder), encoding="utf-8")
    folder.chmod(0o755)
    command = [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with (folder / "nginx.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        limit = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (folder / "nginx.log").read_text()
            assert time.monotonic() < limit, "nginx does not answer"
            try:
                httpx.get(f"http://127.0.0.1:{plain}/", trust_env=False)
                break
            except httpx.TransportError:
                time.sleep(0.02)
        yield plain, secure
    finally:
        process.terminate()
        process.wait(PATIENCE)
