import type { Instant } from '@atrium/domain/core';
import * as v from 'valibot';

export type Way = 'along' | 'against';

/** A count that goes on, or that is over and not saved yet. */
export interface CountInHand {
  /** Under which it is saved once, however often it is sent. */
  readonly clientId: string;
  readonly installationId: number;
  readonly passageId: number;
  readonly startedAt: Instant;
  /** null: it goes on. */
  readonly finishedAt: Instant | null;
  /** In the order of time. */
  readonly taps: readonly { readonly way: Way; readonly at: Instant }[];
}

export const tapped = (count: CountInHand, way: Way, at: Instant): CountInHand =>
  count.finishedAt === null ? { ...count, taps: [...count.taps, { way, at }] } : count;

export const untapped = (count: CountInHand): CountInHand => ({ ...count, taps: count.taps.slice(0, -1) });

export const tapsOf = ({ taps }: CountInHand, way: Way): readonly Instant[] =>
  taps.filter((tap) => tap.way === way).map(({ at }) => at);

const key = 'atrium-manual-count';

const moment = v.pipe(v.number(), v.finite());

/** As another version of the page may have kept it, or somebody else. */
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

/** What was counted last on this device and is not saved: it outlives a closed page and a phone without a network. */
export function keptCount(storage: Pick<Storage, 'getItem'>): CountInHand | null {
  try {
    const kept = v.safeParse(shape, storage.getItem(key));
    return kept.success ? kept.output : null;
  } catch {
    // A forbidden storage.
    return null;
  }
}

/** Where nothing can be kept, the count goes on as long as its page is open. */
export function keepCount(storage: Pick<Storage, 'setItem' | 'removeItem'>, count: CountInHand | null): void {
  try {
    if (count === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(count));
  } catch {
    // A full or forbidden storage.
  }
}
