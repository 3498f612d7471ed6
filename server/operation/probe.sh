#!/bin/bash
# Asks the portal on this machine and exits with 0 if it answers 200: nothing else in the image speaks HTTP at so little
# cost. The address is the argument; /health/live without one. METRICS_PORT answers whatever PUBLIC_PROBES says.
exec 3<>"/dev/tcp/127.0.0.1/${METRICS_PORT:-${PORT:-3000}}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${1:-/health/live}" >&3
read -r -t 3 line <&3
[[ $line == "HTTP/1.1 200 "* ]]
