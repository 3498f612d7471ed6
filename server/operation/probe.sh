#!/bin/bash
# Asks the portal on this machine, prints what it answers, and exits with 0 if that is a 200: nothing else in the image speaks
# HTTP at so little cost. The address is the argument; /health/live without one. METRICS_PORT answers whatever PUBLIC_PROBES says.
exec 3<>"/dev/tcp/127.0.0.1/${METRICS_PORT:-${PORT:-3000}}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${1:-/health/live}" >&3
read -r -t 3 line <&3
while read -r -t 3 header <&3 && [[ $header != $'\r' ]]; do :; done
timeout 3 cat <&3
[[ $line == "HTTP/1.1 200 "* ]]
