"""Messages as bytes, in two forms of the same content: msgpack (`compact`) and lines of JSON (`readable`). See PROTOCOL.md.

Everything that comes from outside passes limits first and a schema second; what does not fit raises `Malformed`,
and nothing else does.
"""

from client.wire.compact import pack, unpack_command, unpack_message
from client.wire.limits import LONGEST_FRAME, Malformed
from client.wire.readable import as_json, command_from_json, command_to_json, message_from_json, to_json

__all__ = [
    "LONGEST_FRAME",
    "Malformed",
    "as_json",
    "command_from_json",
    "command_to_json",
    "message_from_json",
    "pack",
    "to_json",
    "unpack_command",
    "unpack_message",
]
