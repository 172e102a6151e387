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
as_root=none
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif [ -n "${CI:-}" ] && sudo -n true 2>/dev/null; then
    as_root="sudo -n" # machines that are thrown away after the tests; nobody's own is changed without his asking
fi
if [ "$as_root" != none ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086  # several words, or none
    { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends $missing; } || true
fi
missing=$(packages "$wanted")
[ -z "$missing" ] || echo "Not every terminal is tested without $missing" >&2
missing=$(packages "$needed")
[ -z "$missing" ] && exit 0
echo "The end-to-end tests need $missing. Install it with your system's package manager, then run make test again." >&2
exit 1
