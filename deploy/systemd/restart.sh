#!/bin/bash
# Restarts the portals of this machine one after the other, as root: restart.sh [1 2 …]. None is stopped while another is not
# ready, and after one that does not become ready the others stay as they are.
set -euo pipefail
settings=${PORTAL_SETTINGS:-/etc/portal}
probe=$(dirname "$0")/../../server/operation/probe.sh
portals=("$@")
[[ $# -gt 0 ]] || portals=(1 2)

is_ready() {
  local port
  port=$(sed -n 's/^METRICS_PORT=//p' "$settings/$1.env")
  # On a busy machine one answer may be late.
  for _ in 1 2 3; do
    METRICS_PORT=$port bash "$probe" /health/ready &>/dev/null && return
    sleep 1
  done
  return 1
}

for portal in "${portals[@]}"; do
  for other in "${portals[@]}"; do
    if [[ $other != "$portal" ]] && ! is_ready "$other"; then
      echo "portal@$other is not ready, so portal@$portal was not restarted." >&2
      exit 1
    fi
  done
  echo "Restarting portal@$portal"
  if ! systemctl restart "portal@$portal"; then
    echo "portal@$portal does not become ready (journalctl --unit portal@$portal). The others were left alone." >&2
    exit 1
  fi
done
