#!/bin/sh
# Restore an instance from its replica: deploy/standby.sh NUMBER /path/to/secret.key
# The old folder is kept beside the new one. REFEREE_REPLICA is in /etc/referee/NUMBER.env. Prints the time of each step.
set -eu
number=$1 key=$2
home=${REFEREE_HOME:-/var/lib/referee} bin=${REFEREE_BIN:-/opt/referee/bin} litestream=${LITESTREAM:-/opt/litestream/bin/litestream}
settings=${REFEREE_SETTINGS:-/etc/referee} systemctl=${SYSTEMCTL:-systemctl} owner=${REFEREE_OWNER:-referee}
units="referee@$number.socket referee@$number.service referee-backup@$number.service referee-replica@$number.service"
begun=$(date +%s)
test -s "$key" || { echo "There is no key $key: all links would be lost." >&2; exit 2; }

for name in REFEREE_REPLICA LITESTREAM_ACCESS_KEY_ID LITESTREAM_SECRET_ACCESS_KEY; do
	found=$(cat "$settings/$number.env" "$settings/replica-$number.env" 2>/dev/null | sed -n "s/^$name=//p" | tail -1)
	test -z "$found" || export "$name=$found"
done
export REFEREE_INSTANCE="$home/$number"
$systemctl stop $units || true
test ! -e "$REFEREE_INSTANCE" || mv "$REFEREE_INSTANCE" "$REFEREE_INSTANCE-$begun"
install --directory --owner "$owner" --group "$owner" --mode 700 "$REFEREE_INSTANCE"
"$litestream" restore -config "${LITESTREAM_CONFIG:-$settings/litestream.yml}" -o "$REFEREE_INSTANCE/book.db" "$REFEREE_INSTANCE/book.db"
install --owner "$owner" --group "$owner" --mode 600 "$key" "$REFEREE_INSTANCE/secret.key"
chown "$owner:$owner" "$REFEREE_INSTANCE/book.db"
chmod 600 "$REFEREE_INSTANCE/book.db"
echo "Restored after $(($(date +%s) - begun)) seconds."
runuser -u "$owner" -- "$bin/referee" check --instance "$REFEREE_INSTANCE" || echo "All that is not damaged goes on." >&2
echo "Checked after $(($(date +%s) - begun)) seconds."
$systemctl enable --now $units
echo "Started after $(($(date +%s) - begun)) seconds."
