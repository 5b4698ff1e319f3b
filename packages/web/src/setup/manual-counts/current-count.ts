import type { Instant } from '@atrium/domain/core';
import { formatSigned } from '@atrium/domain/core/format';
import { minPeople } from '@atrium/domain/setup/manual-counts';
import * as v from 'valibot';
import type { Text } from '../../i18n/index.ts';
import type { ManualCountsQuery } from './operations.generated.ts';

export type CountedPassage = ManualCountsQuery['manualCounts']['passages'][number];
export type Count = CountedPassage['counts'][number];

/** Isolates a sign, digits and a unit left to right, also in right-to-left text. */
const isolateNumeral = (text: string) => `\u2066${text}\u2069`;

/** Describes a count's result for the sensor: its error with interval, or why there is none. */
export function describeResult(count: Count, { t, locale }: Text): string {
  const { state, error, errorFrom, errorTo, handAlong, handAgainst } = count;
  if (state !== 'compared') return t(`setUp.count.${state}`);
  if (error === null || errorFrom === null || errorTo === null)
    return t('setUp.count.tooFew', { people: handAlong + handAgainst, least: minPeople });
  const percent = (share: number) => isolateNumeral(`${formatSigned(share * 100, { locale, decimals: 0 })}\u202f%`);
  return t('setUp.count.error', { error: percent(error), from: percent(errorFrom), to: percent(errorTo) });
}

export type CountDirection = 'along' | 'against';

/** A manual count that is running, or finished and not saved yet. */
export interface CurrentCount {
  /** Idempotency key for saving. */
  readonly clientId: string;
  readonly installationId: number;
  readonly passageId: number;
  readonly startedAt: Instant;
  /** null while running. */
  readonly finishedAt: Instant | null;
  /** In order of time. */
  readonly taps: readonly { readonly way: CountDirection; readonly at: Instant }[];
}

export const addTap = (count: CurrentCount, way: CountDirection, at: Instant): CurrentCount =>
  count.finishedAt === null ? { ...count, taps: [...count.taps, { way, at }] } : count;

export const removeTap = (count: CurrentCount): CurrentCount => ({ ...count, taps: count.taps.slice(0, -1) });

export const countTaps = ({ taps }: CurrentCount, way: CountDirection): readonly Instant[] =>
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
export function loadCount(storage: Pick<Storage, 'getItem'>): CurrentCount | null {
  try {
    const kept = v.safeParse(shape, storage.getItem(key));
    return kept.success ? kept.output : null;
  } catch {
    // Storage is forbidden.
    return null;
  }
}

/** Stores the count. If storage fails, the count lives as long as its page. */
export function storeCount(storage: Pick<Storage, 'setItem' | 'removeItem'>, count: CurrentCount | null): void {
  try {
    if (count === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(count));
  } catch {
    // Storage is full or forbidden.
  }
}
