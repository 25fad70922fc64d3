"""What holds for every test.

None leaves this machine: a connection to anywhere else fails, whoever begins it. Nor the folder for caches.
"""

import ipaddress
import os
import sys
import tempfile

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tests", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
"""No example fails for being slow: the machine may be busy. Benchmarks are what measures time."""
settings.load_profile("tests")

_CACHES = tempfile.TemporaryDirectory(prefix="tiermem-tests-", ignore_cleanup_errors=True)
os.environ["XDG_CACHE_HOME"] = _CACHES.name


def _is_here(host):
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(
            host.decode() if isinstance(host, bytes) else host.partition("%")[0]
        ).is_loopback
    except ValueError:
        return False


def _stay_here(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple) and not _is_here(arguments[1][0]):
        raise PermissionError(f"a test connects to {arguments[1][0]}")
    if event == "socket.getaddrinfo" and not _is_here(arguments[0]):
        raise PermissionError(f"a test looks up {arguments[0]}")


sys.addaudithook(_stay_here)
