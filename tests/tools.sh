#!/bin/sh
# The programs that the end-to-end tests drive, beside Python: says what is missing, and installs it where it can.
# Without the clients of the second line, the tests about them are skipped and say so.
set -eu
needed="ssh:openssh-client ssh-keygen:openssh-client"
wanted="plink:putty-tools dbclient:dropbear-bin tmux:tmux screen:screen"
packages() {
    for pair in $1; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || echo "${pair##*:}"
    done | sort -u | tr '\n' ' '
}
missing=$(packages "$needed $wanted")
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086  # several words
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } || true
fi
missing=$(packages "$wanted")
[ -z "$missing" ] || echo "Not every terminal is tested without $missing" >&2
missing=$(packages "$needed")
[ -z "$missing" ] && exit 0
echo "The end-to-end tests need $missing. Install it with your system's package manager, then run make test again." >&2
exit 1
