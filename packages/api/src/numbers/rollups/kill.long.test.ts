import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAnalyticsStore } from '../../platform/analytics/open-analytics-store.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { programFile } from '../../platform/testing/program-file.ts';
import { createRollups } from './rollups.ts';

/** Raise it for long runs. */
const kills = Number(process.env.ATRIUM_TEST_KILLS ?? 3);

const writer = programFile('numbers/rollups/testing/write-and-roll.ts');

/** Starts a process that writes and rolls up, and kills it between or during those steps. */
async function killOne(folder: string, round: number): Promise<void> {
  const child = fork(writer, [folder, String(round)], { execArgv: [] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
  });
  await new Promise((resume) => setTimeout(resume, 40 + ((round * 137) % 400)));
  child.kill('SIGKILL');
  await gone;
}

/** Returns days whose rollups differ from their readings. */
async function wrongDays(analytics: AnalyticsStore): Promise<number[]> {
  const sums = (table: string, day: string, value: string) => `
    SELECT toUInt32(${day}) AS day, device, sum(${value}) AS people FROM ${table} FINAL GROUP BY day, device`;
  const rows = await analytics.query<{ day: number }>({
    sql: `SELECT DISTINCT toFloat64(day) AS day FROM (
      SELECT day, device, people, count() AS sources FROM (
        ${sums('readings', 'intDiv(at, 86400000)', 'value')}
        UNION ALL ${sums('rollup_day_counts', 'day', 'total')}
        UNION ALL ${sums('rollup_day_counts', 'day', 'arraySum(total_hours)')}
        UNION ALL ${sums('rollup_day_counts', 'day', 'arraySum(plain_quarters)')}
      ) GROUP BY day, device, people
    ) WHERE sources < 4 ORDER BY day`,
    params: {},
  });
  return rows.map(({ day }) => day);
}

test(
  `${kills} kills between writing and rolling up: what isn't marked is right, and the next start repairs the rest`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-rollup-kill-'));
    for (let round = 1; round <= kills; round++) {
      await killOne(folder, round);
      const analytics = await openAnalyticsStore({ source: { folder } });
      const logError = (message: string, cause: unknown) => {
        throw new Error(message, { cause });
      };
      const rollups = createRollups({
        analytics,
        clock: { now: () => Date.now() },
        logError,
        isIngesting: () => false,
      });
      await rollups.ledger.open();
      const all = { from: 0, to: 8.64e15 };
      const marked = rollups.ledger.dirtyDays(1, [1], all);
      const wrong = await wrongDays(analytics);
      expect(wrong.filter((day) => !marked.includes(day))).toEqual([]);
      // Every other round continues with days that are still dirty.
      if (round % 2 === 0) {
        await rollups.rollAll(1, Number.POSITIVE_INFINITY);
        expect(await wrongDays(analytics)).toEqual([]);
        expect(rollups.ledger.dirtyDays(1, [1], all)).toEqual([]);
      }
      await analytics.close();
    }
    await rm(folder, { recursive: true, force: true });
  },
  30_000 + kills * 15_000,
);
