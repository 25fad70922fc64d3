"""The guard that keeps tests on this machine."""

import socket

import pytest
from tests.fakes.model_server import ModelServer
from tests.tables import each_row


@each_row("address", [("192.0.2.1", 80), ("203.0.113.7", 443)])
def test_a_connection_to_elsewhere_fails_at_once(address):
    with socket.socket() as connection, pytest.raises(PermissionError, match="a test connects"):
        connection.connect(address)


def test_names_elsewhere_are_not_looked_up():
    with pytest.raises(PermissionError, match="a test looks up"):
        socket.getaddrinfo("tiermem.invalid", 443)


def test_a_server_of_the_tests_is_reached():
    with ModelServer(lambda _: "") as server, socket.create_connection(("127.0.0.1", _port(server.url))):
        pass


def _port(url):
    return int(url.rsplit(":", 1)[1].split("/")[0])
