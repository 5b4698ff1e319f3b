import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Work } from '../module.ts';
import type { Platform } from '../platform.ts';
import { checkStores, findDetachedParts } from './check-stores.ts';
import { restoreAdvice } from './corruption.ts';

interface CorruptionWatch {
  stop(): Promise<void>;
}

const betweenWalksMs = 24 * 3_600_000;
/** ms of pause per ms of reading, so that a check uses a small part of the disk's capacity. */
const pausePerWork = 9;
const minPauseMs = 20;
/** The next read waits while the process is busy for more than this share of its time. */
const busyShare = 0.05;
/** Maximum number of pauses in a row; otherwise a busy process would never be checked. */
const maxPauses = 5;
const about = 'damage';

/**
 * Reports detached parts, then slowly checks everything that is stored, again and again. This finds corruption early,
 * while backups from before it still exist.
 */
async function watchForCorruption(
  platform: Pick<Platform, 'relational' | 'analytics' | 'problems' | 'logger'>,
): Promise<CorruptionWatch> {
  const { problems, logger } = platform;
  const ending = new AbortController();
  const putAside = await findDetachedParts(platform.analytics);
  const tell = (found: readonly string[]) => {
    problems.report(
      about,
      found.length === 0 ? null : `what is stored is damaged: ${found.join('; ')}. ${restoreAdvice}`,
    );
  };
  for (const what of putAside) logger.error({ what }, 'damaged, and put aside by the analytics engine');
  tell(putAside);
  const walking = (async () => {
    while (!ending.signal.aborted) {
      const found = [...putAside];
      let since = performance.now();
      for await (const { what, damage } of checkStores(platform)) {
        if (damage !== null) {
          found.push(what);
          logger.error({ what, damage }, 'what is stored is damaged');
          tell(found);
        }
        await pause(performance.now() - since, ending.signal);
        since = performance.now();
      }
      tell(found);
      await delay(betweenWalksMs, undefined, { signal: ending.signal, ref: false });
    }
  })().catch((error) => {
    if (!ending.signal.aborted) logger.error({ err: error }, 'what is stored could not be looked through');
  });
  return {
    async stop() {
      ending.abort();
      await walking;
    },
  };
}

/** Looks for corruption while this process leads. */
export const createCorruptionModule = () => ({
  work: (platform: Platform): readonly Work[] => [{ by: 'leader', open: () => watchForCorruption(platform) }],
});

/** Pauses after `work` ms of reading, for longer while the process is busy. */
async function pause(work: number, signal: AbortSignal): Promise<void> {
  for (let rests = 0; rests < maxPauses; rests++) {
    const before = performance.eventLoopUtilization();
    await delay(Math.max(minPauseMs, work * pausePerWork), undefined, { signal });
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
