#!/bin/sh
# The programs that the end-to-end tests drive, beside Python: says what is missing, and installs it where it can.
set -eu
missing=
for pair in ssh:openssh-client ssh-keygen:openssh-client; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="${pair##*:}"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && exec apt-get install -y -qq "$missing"
fi
echo "The end-to-end tests need $missing. Install it with your system's package manager, then run make test again." >&2
exit 1
