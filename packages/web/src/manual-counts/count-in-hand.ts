import type { Instant } from '@atrium/domain/core';
import * as v from 'valibot';

export type Way = 'along' | 'against';

/** A manual count that is running, or finished and not saved yet. */
export interface CountInHand {
  /** Idempotency key for saving. */
  readonly clientId: string;
  readonly installationId: number;
  readonly passageId: number;
  readonly startedAt: Instant;
  /** null while running. */
  readonly finishedAt: Instant | null;
  /** In order of time. */
  readonly taps: readonly { readonly way: Way; readonly at: Instant }[];
}

export const tapped = (count: CountInHand, way: Way, at: Instant): CountInHand =>
  count.finishedAt === null ? { ...count, taps: [...count.taps, { way, at }] } : count;

export const untapped = (count: CountInHand): CountInHand => ({ ...count, taps: count.taps.slice(0, -1) });

export const tapsOf = ({ taps }: CountInHand, way: Way): readonly Instant[] =>
  taps.filter((tap) => tap.way === way).map(({ at }) => at);

const key = 'atrium-manual-count';

const moment = v.pipe(v.number(), v.finite());

/** Validates the stored text, which another version or another program may have written. */
const shape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    clientId: v.string(),
    installationId: v.pipe(v.number(), v.finite()),
    passageId: v.pipe(v.number(), v.finite()),
    startedAt: moment,
    finishedAt: v.nullable(moment),
    taps: v.array(v.object({ way: v.picklist(['along', 'against']), at: moment })),
  }),
);

/** Loads the unsaved count of this device. It survives a closed page and a phone without network. */
export function keptCount(storage: Pick<Storage, 'getItem'>): CountInHand | null {
  try {
    const kept = v.safeParse(shape, storage.getItem(key));
    return kept.success ? kept.output : null;
  } catch {
    // Storage is forbidden.
    return null;
  }
}

/** Stores the count. If storage fails, the count lives as long as its page. */
export function keepCount(storage: Pick<Storage, 'setItem' | 'removeItem'>, count: CountInHand | null): void {
  try {
    if (count === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(count));
  } catch {
    // Storage is full or forbidden.
  }
}
