"""Identity: the key that was proven, or a guest; nothing in between, in whatever order a client asks (SECURITY §2.4)."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path

import asyncssh
import pytest
from asyncssh.auth import MSG_USERAUTH_PK_OK
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_USERAUTH_REQUEST, MSG_USERAUTH_SUCCESS
from asyncssh.packet import Boolean, SSHPacket, String, UInt32

from server.ssh.auth import Login, TooMany, is_strong
from server.ssh.limits import AUTH_ATTEMPTS, KEYS_OFFERED
from tests.server.rig import Rig, client_environment, rig

VICTIM = asyncssh.generate_private_key("ssh-ed25519")
MINE = asyncssh.generate_private_key("ssh-ed25519")


def print_of(key: asyncssh.SSHKey) -> str:
    return key.get_fingerprint("sha256")


def keypair(key: asyncssh.SSHKey, *, proves: bool = True) -> asyncssh.SSHKeyPair:
    """A key to log in with; one that does not prove signs with garbage."""
    pair = asyncssh.load_keypairs([key])[0]

    def garbage(data: bytes) -> bytes:
        return String("ssh-ed25519") + String(bytes(64))

    if not proves:
        pair.sign = garbage  # type: ignore[method-assign]
    return pair


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig(tmp_path) as one:
        yield one


class Client(asyncssh.SSHClient):
    """Logs in with these keys, one after the other, and then by keyboard-interactive."""

    def __init__(self, keys: Iterable[asyncssh.SSHKeyPair], answer: str = "") -> None:
        self._keys: Iterator[asyncssh.SSHKeyPair] = iter(keys)
        self._answer = answer
        self.prompts: list[tuple[str, bool]] = []

    def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        return next(self._keys, None)

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        self.prompts += prompts
        return [self._answer] * len(prompts)


async def identity(house: Rig, client: Client, user: str = "ann") -> tuple[str, str, bool]:
    """Log in, and be told who the server thinks this is."""
    auth = "publickey,keyboard-interactive"
    conn = await house.connect(client_factory=lambda: client, username=user, preferred_auth=auth)
    async with conn:
        await conn.run("exit")
    person = house.doors[-1].visit.person
    return person.id, person.name, person.guest


# ── the attack matrix ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_key_that_signed_is_the_account(house: Rig) -> None:
    assert await identity(house, Client([keypair(MINE)])) == (print_of(MINE), "ann", False)


async def test_the_account_is_the_same_after_a_reconnect_and_under_another_user_name(house: Rig) -> None:
    first = await identity(house, Client([keypair(MINE)]), "ann")
    second = await identity(house, Client([keypair(MINE)]), "bob")
    assert (first[0], second[0], second[1]) == (print_of(MINE), print_of(MINE), "bob")


@pytest.mark.parametrize(
    ("keys", "want"),
    [
        ([keypair(VICTIM, proves=False), keypair(MINE)], print_of(MINE)),
        ([keypair(MINE, proves=False), keypair(MINE)], print_of(MINE)),
        ([keypair(VICTIM, proves=False)], "guest"),
        ([keypair(MINE, proves=False), keypair(VICTIM, proves=False)], "guest"),
        ([keypair(VICTIM, proves=False), keypair(VICTIM, proves=False)], "guest"),
    ],
    ids=["victim's, then own", "own badly, then own", "victim's, then guest", "two, then guest", "victim's twice, then guest"],
)
async def test_a_key_with_a_bad_signature_is_nobodys_account(house: Rig, keys: list[asyncssh.SSHKeyPair], want: str) -> None:
    who, _, guest = await identity(house, Client(keys))
    assert (who.partition(":")[0] if want == "guest" else who) == want
    assert guest == (want == "guest")
    assert who != print_of(VICTIM)


class Asks(asyncssh.SSHClient):
    """Asks whether the victim's key would do, signs nothing, and then goes on in some other way."""

    def __init__(self, then: str) -> None:
        self._then = then
        self.replies: list[int] = []

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._conn = conn

    def _request(self, user: str, method: str, *args: bytes) -> None:
        self._conn.send_packet(MSG_USERAUTH_REQUEST, String(user), String("ssh-connection"), String(method), *args)

    async def public_key_auth_requested(self) -> None:
        if self.replies:
            return
        answered = asyncio.Event()

        def hear(pkttype: int, pktid: int, packet: SSHPacket) -> bool:
            self.replies.append(pkttype)
            answered.set()
            return True

        assert self._conn.auth is not None
        self._conn.auth.process_packet = hear  # type: ignore[method-assign]  # the library would sign now
        self._request("ann", "publickey", Boolean(False), String("ssh-ed25519"), String(VICTIM.public_data))
        await answered.wait()
        if self._then == "none":
            self._request("ann", "none")
        elif self._then == "another user name":
            self._request("guest", "none")
        if self._then != "a name":
            await asyncio.Event().wait()

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return ["Mallory"]


@pytest.mark.parametrize("then", ["a name", "none", "another user name"])
async def test_asking_about_a_key_without_signing_never_lends_its_account(house: Rig, then: str) -> None:
    """CASES 3-14."""
    client = Asks(then)
    async with await house.connect(client_factory=lambda: client) as conn:
        await conn.run("exit")
    assert client.replies == [MSG_USERAUTH_PK_OK]
    person = house.doors[-1].visit.person
    assert (person.guest, person.id.partition(":")[0]) == (True, "guest")


class Hurries(asyncssh.SSHClient):
    """Sends several login requests at once, without waiting for an answer."""

    def __init__(self, requests: str) -> None:
        self._requests = requests

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._conn = conn

    async def public_key_auth_requested(self) -> None:
        assert self._conn.auth is not None
        self._conn.auth.process_packet = lambda *_: True  # type: ignore[method-assign]  # the test knows better
        for request in self._requests.split(", "):
            doing, whose = request.split()
            pair = keypair({"mine": MINE, "victim": VICTIM}[whose], proves=doing == "sign")
            about = (String("ssh-ed25519"), String(pair.public_data))
            if doing == "ask":
                await self._conn.send_userauth_request(b"publickey", Boolean(False), *about)
            else:
                await self._conn.send_userauth_request(b"publickey", Boolean(True), *about, key=pair)
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    "requests",
    [
        "ask victim, sign mine", "sign mine, ask victim", "fake victim, sign mine", "sign mine, fake victim",
        "ask mine, ask victim, sign mine", "ask victim, sign mine, ask victim, fake victim",
    ],
)  # fmt: skip
async def test_requests_that_come_all_at_once_do_not_mix(house: Rig, requests: str) -> None:
    async with await house.connect(client_factory=lambda: Hurries(requests)) as conn:
        await conn.run("exit")
    assert house.doors[-1].visit.person.id == print_of(MINE)


def test_every_step_of_a_login_forgets_the_key_before_it() -> None:
    def after(*steps: str) -> str:
        login = Login()
        login.begin("ann")
        for step in steps:
            match step:
                case "victim":
                    assert login.key(VICTIM)
                case "mine":
                    assert login.key(MINE)
                case "weak":
                    assert not login.key(asyncssh.generate_private_key("ssh-rsa", key_size=1024))
                case "ask":
                    login.ask()
                case "answer":
                    login.answer("Bo")
                case "user":
                    login.begin("bob")
        person = login.person()
        return "guest" if person.guest else {print_of(VICTIM): "victim", print_of(MINE): "mine"}[person.id]

    assert after("victim") == "victim"
    assert after("victim", "mine") == "mine"
    for step in ("ask", "answer", "user", "weak"):
        assert after("victim", step) == "guest"
    assert after("ask", "victim", "answer") == "guest"
    assert after("victim", "ask", "answer", "mine") == "mine"


async def test_a_login_for_another_user_name_forgets_the_key(house: Rig) -> None:
    login = Login()
    assert login.begin("ann")
    login.key(VICTIM)
    assert not login.begin("guest")
    assert login.person().guest


async def test_a_certificate_is_no_account(house: Rig) -> None:
    ca = asyncssh.generate_private_key("ssh-ed25519")
    cert = ca.generate_user_certificate(MINE.convert_to_public(), "ann", principals=["ann"])
    client = Client(asyncssh.load_keypairs([(MINE, cert)])[:1])
    who, _, guest = await identity(house, client)
    assert guest
    assert who.startswith("guest:")


async def test_nothing_before_the_login_reaches_a_door(house: Rig) -> None:
    """CASES 3-15."""

    class Eager(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.conn = conn

        async def public_key_auth_requested(self) -> None:
            self.conn._auth_complete = True  # or the library itself would keep this back
            self.conn.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(0), UInt32(2**20), UInt32(2**15))
            self.conn._auth_complete = False
            await asyncio.Event().wait()

    with pytest.raises(asyncssh.DisconnectError, match=r"not permitted|nexpected|Invalid"):
        await house.connect(client_factory=Eager, preferred_auth="publickey")
    assert house.doors == []


async def test_a_client_that_declares_itself_logged_in_is_cut(house: Rig) -> None:
    """CASES 3-15."""

    class Bold(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.conn = conn

        def public_key_auth_requested(self) -> None:
            self.conn.send_packet(MSG_USERAUTH_SUCCESS)

    with pytest.raises(asyncssh.Error):
        await house.connect(client_factory=Bold, preferred_auth="publickey")
    assert house.doors == []


# ── how many times ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_login_has_a_handful_of_attempts() -> None:
    login = Login()
    for _ in range(AUTH_ATTEMPTS):
        login.begin("ann")
    with pytest.raises(TooMany):
        login.begin("ann")


def test_a_full_agent_is_asked_to_its_end_but_not_for_ever() -> None:
    login = Login()
    login.begin("ann")
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(KEYS_OFFERED)]
    assert all(login.key(key) for key in keys)
    with pytest.raises(TooMany):
        login.key(MINE)


async def test_the_seventh_answer_ends_the_connection(house: Rig) -> None:
    bad = [keypair(VICTIM, proves=False) for _ in range(AUTH_ATTEMPTS + 2)]
    with pytest.raises(asyncssh.DisconnectError, match="Too many login attempts"):
        await identity(house, Client(bad))
    assert house.doors == []


# ── which keys ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp521", "ssh-ed448"])
def test_the_usual_keys_are_taken(kind: str) -> None:
    assert is_strong(asyncssh.generate_private_key(kind).convert_to_public())


def test_short_rsa_keys_and_sha1_signatures_are_not() -> None:
    assert not is_strong(asyncssh.generate_private_key("ssh-rsa", key_size=1024).convert_to_public())
    private = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    public = asyncssh.import_public_key(private.export_public_key())
    assert is_strong(public)
    assert public.verify(b"x", private.sign(b"x", b"rsa-sha2-512"))
    assert not public.verify(b"x", private.sign(b"x", b"ssh-rsa"))


async def test_a_weak_key_makes_a_guest_and_never_a_refusal(house: Rig) -> None:
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    who, _, guest = await identity(house, Client([keypair(weak)]))
    assert (guest, who.startswith("guest:")) == (True, True)


# ── guests and names ─────────────────────────────────────────────────────────────────────────────────────────


async def test_somebody_without_a_key_is_asked_for_a_name_once(house: Rig) -> None:
    client = Client([], answer="Rasa")
    _, name, guest = await identity(house, client)
    assert (name, guest) == ("Rasa", True)
    assert client.prompts == [("Guest name, or Enter: ", True)]


async def test_enter_takes_the_user_name_and_guest_is_asked_nothing(house: Rig) -> None:
    assert (await identity(house, Client([])))[1:] == ("ann", True)
    client = Client([])
    assert (await identity(house, client, "guest"))[1:] == ("", True)
    assert client.prompts == []


async def test_two_guests_are_two_people(house: Rig) -> None:
    assert (await identity(house, Client([])))[0] != (await identity(house, Client([])))[0]


@pytest.mark.parametrize(
    "user", ["root", "x" * 1000, "Аdmin", "admin ", "\u200b\u200b", "a\rb", "bot 1", "[SYSTEM]", "😀", "علی۲", "-"]
)
async def test_no_user_name_is_a_reason_to_be_sent_away(house: Rig, user: str) -> None:
    """CASES 3-17: it is a wish; the lobby makes a name of it."""
    who, name, _ = await identity(house, Client([keypair(MINE)]), user)
    assert (who, name) == (print_of(MINE), user[:64])


async def test_a_name_too_long_for_the_protocol_is_refused_with_a_reason(house: Rig) -> None:
    with pytest.raises(asyncssh.DisconnectError, match="too long"):
        await identity(house, Client([]), "x" * 2000)
    assert (await identity(house, Client([], answer="y" * 30000)))[1] == "y" * 64


# ── with a real client ───────────────────────────────────────────────────────────────────────────────────────


def make_key(path: Path, *kind: str) -> str:
    """A private key file of OpenSSH's; returns the fingerprint."""
    subprocess.run(["ssh-keygen", "-q", "-N", "", "-f", path, *kind], check=True)
    return subprocess.run(["ssh-keygen", "-lf", path], check=True, capture_output=True, text=True).stdout.split()[1]


@pytest.mark.parametrize("kind", [("-t", "ed25519"), ("-t", "ecdsa"), ("-t", "rsa", "-b", "2048")], ids=lambda kind: kind[1])
async def test_openssh_logs_in_with_its_key(house: Rig, tmp_path: Path, kind: tuple[str, ...]) -> None:
    fingerprint = make_key(tmp_path / "key", *kind)
    told = await house.ssh("exit", flags=["-i", str(tmp_path / "key")], user="ann")
    assert (told.status, told.out) == (7, f"{fingerprint}|ann|False\n".encode())


@pytest.mark.parametrize("user", ["guest", "ann"])
async def test_openssh_without_a_key_is_a_guest_and_sees_no_refusal(house: Rig, user: str) -> None:
    told = await house.ssh("exit", user=user)
    assert told.status == 7
    assert b"denied" not in told.err
    assert house.doors[-1].visit.person.guest


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Path]:
    """The socket of an ssh-agent."""
    socket = tmp_path / "agent"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()  # it says where its socket is once that is there
    yield socket
    process.terminate()
    process.communicate()


async def test_an_agent_with_twelve_keys_logs_in_with_the_first_good_one(house: Rig, tmp_path: Path, agent: Path) -> None:
    """CASES 3-13."""
    weak = [make_key(tmp_path / f"weak{number}", "-t", "rsa", "-b", "1024") for number in range(10)]
    good = [make_key(tmp_path / f"good{number}", "-t", "ed25519") for number in range(2)]
    files = [*(f"weak{number}" for number in range(10)), "good0", "good1"]
    add_keys(tmp_path, agent, files)
    for _ in range(2):
        told = await house.ssh("exit", flags=[f"-oIdentityAgent={agent}", "-oRequiredRSASize=1024"], user="ann")
        assert (told.status, told.out) == (7, f"{good[0]}|ann|False\n".encode())
    assert good[0] not in weak


def add_keys(home: Path, agent: Path, files: list[str]) -> None:
    """Load private keys into an agent, in this order."""
    environment = client_environment(home, SSH_AUTH_SOCK=str(agent))
    subprocess.run(["ssh-add", "-q", *files], cwd=home, env=environment, check=True)
