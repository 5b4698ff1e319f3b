"""Prints entries by site and day as CSV. An unknown number is an empty cell with its state.

    ATRIUM_URL=https://atrium.example ATRIUM_TOKEN=atr_… python3 daily_entries.py 2026-11-01 2026-11-08

The token needs the scopes sites:read and measurements:read. The second day is not included.
"""

import os
import sys

from atrium import Atrium

atrium = Atrium(os.environ.get("ATRIUM_URL", "http://127.0.0.1:4000"), os.environ["ATRIUM_TOKEN"])
first_day, end_day = sys.argv[1:3]
print("site,day,entries,state")
for site in atrium.list("/sites", first=100):
    for one in atrium.query("affluenceIn", first_day, end_day, site["id"]):
        value = "" if one["value"] is None else one["value"]
        state = one.get("state") or ("partial" if one.get("partial") else "")
        print(f"{site['key']},{one['label'][:10]},{value},{state}")
