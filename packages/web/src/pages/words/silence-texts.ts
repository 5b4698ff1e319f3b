import { instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import type { JointSilence } from '@atrium/domain/pages';
import { formatMoment, type Reader } from './section-texts.ts';

/** Values of the messages that name a silence. */
export interface SilenceWords {
  /** `Camera North`, `3 sensors`, or `all 5 sensors`. */
  readonly who: string;
  readonly count: number;
  /** `10:15–11:30`, or the begin of a silence that goes on. */
  readonly when: string;
  readonly isOngoing: 'yes' | 'no';
  /** Whether there were other silences. */
  readonly more: 'yes' | 'no';
}

interface SilenceContext {
  /** All sensors that could be silent; empty if unknown. */
  readonly deviceIds: readonly number[];
  /** The day that need not be named; null names every day. */
  readonly today: LocalDate | null;
  readonly timezone: string;
}

/** Says which sensors were silent, and when. */
export function formatSilenceWords(silence: JointSilence, context: SilenceContext, reader: Reader): SilenceWords {
  const { from, to, deviceIds, names, isOngoing, isOnly } = silence;
  const { timezone, today } = context;
  const count = deviceIds.length;
  const isAll = context.deviceIds.length > 1 && context.deviceIds.every((id) => deviceIds.includes(id));
  const known = names.flatMap((name) => name ?? []);
  const moment = (at: number) => formatMoment(at, today ?? '', timezone, reader);
  const isOneDay = instantToDate(timezone, from) === instantToDate(timezone, to);
  const when = isOngoing ? moment(from) : `${moment(from)}–${isOneDay ? formatClock(to, timezone) : moment(to)}`;
  return {
    who: isAll
      ? reader.t('counting.coverage.all', { count })
      : count > 2 || known.length < count
        ? reader.t('counting.coverage.some', { count })
        : known.join(', '),
    count,
    // Isolated, so that it stays left to right within right-to-left text.
    when: `\u2066${when}\u2069`,
    isOngoing: isOngoing ? 'yes' : 'no',
    more: isOnly ? 'no' : 'yes',
  };
}
