import type { Instant } from '@atrium/domain/core';
import type { Delta } from '@atrium/domain/core/format';
import { compareFigure, type Unjudged } from '@atrium/domain/numbers';
import { findUnjudged, isFirstOpenHour, isSilent } from '@atrium/domain/pages';
import type { OpenAlertFragment } from '../actions/alerts/live/index.ts';
import { overviewMetrics } from './numbers/overview-model.ts';
import type { StripSite } from './strip.tsx';

type Row = Pick<StripSite, 'site' | 'numbers' | 'coverage'> & {
  /** Whether its doors may still open on its current day. */
  readonly isRunning: boolean;
  /** Why its entries are not judged now; null if they are. */
  readonly unjudged: Unjudged | null;
};

/** Something about a site that needs attention. */
export type AttentionItem =
  | { readonly kind: 'alert'; readonly site: Row['site']; readonly alert: OpenAlertFragment }
  /** More or fewer people than usual: by this time, or on the whole day once it is over. */
  | {
      readonly kind: 'change';
      readonly site: Row['site'];
      readonly difference: number;
      readonly change: Delta;
      /** Of the usual, for the order. */
      readonly share: number;
      readonly isRunning: boolean;
    }
  /** Number of silent counters, or since when all of them are silent. */
  | {
      readonly kind: 'silent';
      readonly site: Row['site'];
      readonly count: number;
      readonly offlineSince: number | null;
    };

/** Smaller differences from usual in percent are ignored. */
const minPercent = 10;
/** Below this number of people a tenth is too small to matter. */
const minPeople = 20;

/**
 * Returns what needs attention: open alerts, newest first; sites far from usual by this time, largest difference first;
 * sites with silent counters.
 */
export function findAttention(rows: readonly Row[], open: readonly OpenAlertFragment[]): readonly AttentionItem[] {
  const alerts = open.flatMap((alert): AttentionItem[] => {
    const row = rows.find(({ site }) => site.id === alert.installationId);
    return row === undefined ? [] : [{ kind: 'alert', site: row.site, alert }];
  });
  const changes = rows
    .flatMap(({ site, numbers, isRunning, unjudged }): (AttentionItem & { readonly kind: 'change' })[] => {
      const { entries = null, usualEntries = null } = numbers ?? {};
      const { usual, change, difference } = compareFigure({
        metric: overviewMetrics.entries,
        value: entries,
        usual: usualEntries,
      });
      if (unjudged !== null || usual === null || change === null || difference === null || usual < minPeople) return [];
      return (difference / usual) * 100 >= minPercent
        ? [{ kind: 'change', site, difference, change, share: difference / usual, isRunning }]
        : [];
    })
    .toSorted((one, other) => other.share - one.share);
  const silent = rows.flatMap(({ site, coverage: { silentNow, offlineSince } }): AttentionItem[] =>
    silentNow > 0 ? [{ kind: 'silent', site, count: silentNow, offlineSince }] : [],
  );
  return [...alerts, ...changes, ...silent];
}

/** Returns why a row's entries are not judged now: its sensors are silent, or it opened within the hour. */
export function findRowUnjudged({ site, coverage }: Pick<Row, 'site' | 'coverage'>, now: Instant): Unjudged | null {
  return findUnjudged({}, site.calendar, coverage, now);
}

/** Returns why the entries of all sites together are not judged now. They are once most sites are past their first hour. */
export function findSumUnjudged(rows: readonly Pick<Row, 'site' | 'coverage'>[], now: Instant): Unjudged | null {
  const sum = (of: 'deviceCount' | 'silentNow') => rows.reduce((all, { coverage }) => all + coverage[of], 0);
  if (isSilent({ deviceCount: sum('deviceCount'), silentNow: sum('silentNow') })) return 'silent';
  const early = rows.filter(({ site }) => isFirstOpenHour(site.calendar, now)).length;
  return early * 2 > rows.length ? 'firstHour' : null;
}
