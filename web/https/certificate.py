"""The certificate of this machine: made at the first start with ``--https``, and kept.

No authority knows a machine at home, so it vouches for itself, and each phone asks once whether to
go on. A phone remembers the answer for this very certificate, so it changes as rarely as it can.
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import InputError
from companion.files.whole_file import UnwrittenFileError, write_whole
from companion.saying.phrase import reason

FILE = "companion-https.pem"
NAME = "Companion at this table"
LASTS = timedelta(days=820)
"""Phones by Apple take none that lasts longer than 825 days."""
RENEWED_BEFORE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(days=1)
MOST_NAMES = 30
OWNER_ALONE = 0o600
Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True)
class Identity:
    """The key and the certificate in one file, and the certificate's fingerprint (SHA-256).

    ``is_new`` says that phones which have accepted another one will ask again.
    """

    path: Path
    fingerprint: str
    is_new: bool

    def context(self) -> ssl.SSLContext:
        """What a server needs to speak TLS as this machine."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        context.load_cert_chain(self.path)
        return context


def identity(folder: Path, hosts: Sequence[str], now: datetime | None = None) -> Identity:
    """The identity kept in a folder, made or renewed where need be.

    It is renewed when it ends within a month, can't be read, or lacks one of ``hosts``: the names
    and addresses of this machine, as in ``Address``. Those it had before stay in it, so that who
    carries his laptop between two homes is not asked at each. Raises InputError where the file
    can't be read or written.
    """
    now = now or datetime.now(UTC)
    path = folder / FILE
    names = [name for host in hosts if (name := _general_name(host)) is not None]
    kept = _kept(path)
    if kept is not None and _is_good(kept[1], names, now):
        return Identity(path, _fingerprint(kept[1]), is_new=False)
    if kept is not None:
        names += _names_in(kept[1])
    key = ec.generate_private_key(ec.SECP256R1()) if kept is None else kept[0]
    made = _made(key, list(dict.fromkeys(names))[:MOST_NAMES], now)
    _write(path, key, made)
    return Identity(path, _fingerprint(made), is_new=True)


def _kept(path: Path) -> tuple[Key, x509.Certificate] | None:
    """What the file holds; None where there is none, or it is no key and its certificate."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError("certificate-unread", path, why=reason(error)) from None
    with suppress(ValueError, TypeError, x509.DuplicateExtension):
        key = serialization.load_pem_private_key(data, None)
        certificate = x509.load_pem_x509_certificate(data)
        _names_in(certificate)
        if isinstance(key, Key) and key.public_key() == certificate.public_key():
            return key, certificate
    return None


def _is_good(kept: x509.Certificate, names: Sequence[x509.GeneralName], now: datetime) -> bool:
    lasts = kept.not_valid_before_utc <= now <= kept.not_valid_after_utc - RENEWED_BEFORE
    return lasts and set(names) <= set(_names_in(kept))


def _names_in(certificate: x509.Certificate) -> list[x509.GeneralName]:
    try:
        return list(
            certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        )
    except x509.ExtensionNotFound:
        return []


def _general_name(host: str) -> x509.GeneralName | None:
    """A name or a number as certificates have it; None for one they can't hold."""
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(host.strip("[]")))
    with suppress(ValueError):
        return x509.DNSName(host)
    return None


def _made(key: Key, names: Sequence[x509.GeneralName], now: datetime) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    return builder.sign(key, hashes.SHA256())


def _write(path: Path, key: Key, certificate: x509.Certificate) -> None:
    """Write both into a file that none but its owner may read, whole or not at all."""
    kind = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    data = key.private_bytes(serialization.Encoding.PEM, *kind)
    data += certificate.public_bytes(serialization.Encoding.PEM)
    try:
        write_whole(path, data, OWNER_ALONE)
    except UnwrittenFileError as error:
        raise InputError("certificate-unwritten", path, why=error.why) from None


def _fingerprint(certificate: x509.Certificate) -> str:
    """The fingerprint, as browsers show it."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()
