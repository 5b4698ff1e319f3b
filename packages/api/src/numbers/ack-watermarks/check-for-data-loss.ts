import type { Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AckWatermarks } from './ack-watermarks.ts';
import type { IncompleteDay } from './incomplete-days.ts';

const about = 'acknowledged readings';
const whatToDo = 'Put the analytics store back from a backup, or go on without them: atrium stores accept';

/** Reports missing acknowledged readings in the log and at `/readyz`; clears the report when there are none. */
export function reportDataLoss({ logger, problems }: Platform, incomplete: readonly IncompleteDay[]): void {
  if (incomplete.length === 0) {
    problems.report(about, null);
    return;
  }
  const sites = new Set(incomplete.map(({ installation }) => installation)).size;
  const problem = `readings that were acknowledged are missing: ${countOf(incomplete.length, 'day')} of ${countOf(sites, 'site')}, ${spanOf(incomplete)}. ${whatToDo}`;
  problems.report(about, problem);
  logger.error({ days: incomplete.length, sites }, problem);
}

/**
 * Checks whether every acknowledged reading is stored: the latest month before it resolves, the rest in the background.
 * Days stored before there were watermarks have them by then.
 */
async function checkForDataLoss(platform: Platform, marks: AckWatermarks): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  const found: IncompleteDay[] = [];
  const months = marks.incomplete();
  const look = async () => {
    const { value, done } = await months.next();
    if (!done) found.push(...value);
    return done !== true && !isStopped;
  };
  const isMore = await look();
  if (found.length > 0) reportDataLoss(platform, found);
  const before = found.length;
  const rest = (async () => {
    if (isMore) while (await look());
    if (found.length > before) reportDataLoss(platform, found);
  })().catch((error) => platform.logger.error({ err: error }, 'acknowledged readings could not be looked for'));
  return {
    async stop() {
      isStopped = true;
      await rest;
    },
  };
}

/** Checks at a start of the leader whether every acknowledged reading is stored. */
export const createDataLossModule = ({ marks }: { readonly marks: AckWatermarks }) => ({
  work: (platform: Platform): readonly Work[] => [{ by: 'leader', open: () => checkForDataLoss(platform, marks) }],
});

/** Formats days of one or several sites: `3 days from 2026-01-10 to 2026-03-10`. */
export function formatDays(days: readonly IncompleteDay[]): string {
  return `${countOf(days.length, 'day')}${days.length === 1 ? ', ' : ' from '}${spanOf(days)}`;
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function spanOf(days: readonly IncompleteDay[]): string {
  const dates = days.map(({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10)).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === last ? String(first) : `${first} to ${last}`;
}
