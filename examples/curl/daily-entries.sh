#!/bin/sh
# Prints entries by site and day, of all sites, as JSON. An unknown number is null with its state.
#   ATRIUM_URL=https://atrium.example ATRIUM_TOKEN=atr_… sh daily-entries.sh 2026-11-01 2026-11-08
# The token needs the scope measurements:read. The second day is not included.
set -eu
# The token goes through standard input, since other users of the machine can see arguments.
printf 'header = "Authorization: Bearer %s"\n' "$ATRIUM_TOKEN" |
  curl --config - --silent --show-error --fail-with-body --retry 4 \
    --header 'Content-Type: application/json' \
    --data '{"metric": "affluenceIn",
             "filters": {"conditions": [{"criterion": "DATE", "values": ["'"$1/$2"'"]}]},
             "groupBy": [{"type": "INSTALLATION"}, {"type": "DATE", "granularity": 86400}]}' \
    "${ATRIUM_URL:-http://127.0.0.1:4000}/api/v1/measurements/query"
