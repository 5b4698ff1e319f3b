import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { openAnalyticsStore } from '../../platform/analytics/open-analytics-store.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { programFile } from '../../platform/testing/program-file.ts';
import { dayMs } from './dirty-days.ts';
import { createRollups } from './rollups.ts';
import { expiringDays, firstExpiringDay } from './testing/expiring-readings.ts';

/** Raise it for long runs. */
const kills = Number(process.env.ATRIUM_TEST_KILLS ?? 3);

const forgetter = programFile('numbers/rollups/testing/write-and-forget.ts');

/** Starts a process that deletes old readings, and kills it before, between or during deletes. */
async function killOne(folder: string, round: number): Promise<void> {
  const child = fork(forgetter, [folder, String(round)], { execArgv: [] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  });
  await new Promise((resume) => setTimeout(resume, (round * 173) % 700));
  child.kill('SIGKILL');
  await gone;
}

/** Returns the people counted per day in a table. */
async function peopleByDay(analytics: AnalyticsStore, organization: number, table: 'readings' | 'rollup_day_counts') {
  const [day, value] = table === 'readings' ? [`intDiv(at, ${dayMs})`, 'value'] : ['day', 'arraySum(plain_quarters)'];
  const rows = await analytics.query<{ number: number; people: number }>({
    sql: `SELECT toFloat64(${day} - {first:Int64}) AS number, sum(${value}) AS people
      FROM ${table} FINAL WHERE organization = {organization:UInt32} GROUP BY number ORDER BY number`,
    params: { organization, first: firstExpiringDay / dayMs },
  });
  return rows.map(({ number, people }) => [number, people]);
}

const all = Array.from({ length: expiringDays }, (_, day) => [day, 96 * (day + 1)]);

test(
  `${kills} kills while readings are forgotten: none is lost that is kept, none stays that is not, and rollups tell of all`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-forget-kill-'));
    for (let round = 1; round <= kills; round++) {
      await killOne(folder, round);
      const analytics = await openAnalyticsStore({ source: { folder } });
      const rollups = createRollups({
        analytics,
        clock: aClock(firstExpiringDay + (expiringDays + 1) * dayMs),
        logError: (message, cause) => {
          throw new Error(message, { cause });
        },
        isIngesting: () => false,
      });
      await rollups.ledger.open();
      const kept = Math.max(0, (rollups.ledger.keptSince(round) - firstExpiringDay) / dayMs);
      const remaining = await peopleByDay(analytics, round, 'readings');
      expect(remaining.filter(([day]) => (day as number) >= kept)).toEqual(all.slice(kept));
      // The retention no longer requires it; the interrupted delete is finished anyway.
      await rollups.forgetDue();
      expect(await peopleByDay(analytics, round, 'readings')).toEqual(all.slice(kept));
      await rollups.rollAll(round, Number.POSITIVE_INFINITY);
      expect(await peopleByDay(analytics, round, 'rollup_day_counts')).toEqual(all);
      await analytics.close();
    }
    await rm(folder, { recursive: true, force: true });
  },
  60_000 + kills * 15_000,
);
