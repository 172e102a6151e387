"""The other side of the desk: ask a running server for something, from the same machine."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Final

from server.admin.desk import ANSWER_SECONDS, short
from server.admin.speech import ANSWER_BYTES, ROOM, SOCKET, Answer, Request, Unclear, answer_in, request_line

CHUNK: Final = 64 * 1024


class NoServer(Exception):
    """There is nobody to ask; the message is one line that says what to look at."""


def ask(folder: Path, request: Request) -> Answer:
    """The answer of the server that has this data folder. Raises NoServer, Unclear."""
    line = request_line(request)
    with _connected(folder) as desk:
        try:
            desk.sendall(line)
            return answer_in(_all(desk))
        except OSError as error:
            raise NoServer(f"the server stopped before it answered ({type(error).__name__})") from None


def _connected(folder: Path) -> socket.socket:
    path = folder / ROOM / SOCKET
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    one.settimeout(ANSWER_SECONDS + 10)
    try:
        descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            one.connect(short(path, descriptor))
        finally:
            os.close(descriptor)
    except OSError as error:
        one.close()
        raise NoServer(_why(folder, error)) from None
    return one


def _why(folder: Path, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"the server on {folder} belongs to somebody else: run this as the account that runs it, or as root"
    if isinstance(error, FileNotFoundError | NotADirectoryError | ConnectionRefusedError):
        return f"no server runs on the data folder {folder}: start one, or name its folder with --data"
    return f"the server on {folder} cannot be asked: {error.strerror or error}"


def _all(desk: socket.socket) -> bytes:
    """Everything up to the end. Raises Unclear."""
    told = bytearray()
    while chunk := desk.recv(CHUNK):
        told += chunk
        if len(told) > ANSWER_BYTES:
            raise Unclear("The server's answer has no end.")
    if not told:
        raise Unclear("The server stopped before it answered.")
    return bytes(told)
