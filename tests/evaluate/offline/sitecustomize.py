"""On a subprocess's path: whatever looks beyond this machine ends the process."""

import os
import socket
import sys

HERE = ("localhost", "127.0.0.1", "::1", b"127.0.0.1", None)
connect, getaddrinfo = socket.socket.connect, socket.getaddrinfo


def _refuse(address):
    sys.stderr.write(f"NETWORK: {address}\n")
    sys.stderr.flush()
    os._exit(99)


def _connect(self, address):
    if isinstance(address, tuple) and address[0] not in HERE:
        _refuse(address)
    return connect(self, address)


def _getaddrinfo(host, *args, **kwargs):
    if host not in HERE:
        _refuse(host)
    return getaddrinfo(host, *args, **kwargs)


socket.socket.connect, socket.getaddrinfo = _connect, _getaddrinfo
