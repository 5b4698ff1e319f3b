import type { OpenAlertFragment } from '../actions/alerts/live/index.ts';
import type { StripSite } from './strip.tsx';

type Row = Pick<StripSite, 'site' | 'numbers' | 'coverage'> & {
  /** Whether its doors may still open on its current day. */
  readonly isRunning: boolean;
};

/** Something about a site that needs attention. */
export type AttentionItem =
  | { readonly kind: 'alert'; readonly site: Row['site']; readonly alert: OpenAlertFragment }
  /** More or fewer people than usual: by this time, or on the whole day once it is over. */
  | {
      readonly kind: 'change';
      readonly site: Row['site'];
      readonly now: number;
      readonly usual: number;
      readonly isRunning: boolean;
    }
  /** Number of silent counters, or since when all of them are silent. */
  | {
      readonly kind: 'silent';
      readonly site: Row['site'];
      readonly count: number;
      readonly offlineSince: number | null;
    };

/** Smaller relative differences from usual are ignored. */
const minDifference = 0.1;
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
    .flatMap(({ site, numbers, coverage, isRunning }): (AttentionItem & { readonly kind: 'change' })[] => {
      const [now, usual] = [numbers?.comparedEntries ?? null, numbers?.usualEntries ?? null];
      if (now === null || usual === null || coverage.offlineSince !== null || usual < minPeople) return [];
      return Math.abs(now - usual) / usual >= minDifference ? [{ kind: 'change', site, now, usual, isRunning }] : [];
    })
    .toSorted((one, other) => changeOf(other) - changeOf(one));
  const silent = rows.flatMap(({ site, coverage: { silentNow, offlineSince } }): AttentionItem[] =>
    silentNow > 0 ? [{ kind: 'silent', site, count: silentNow, offlineSince }] : [],
  );
  return [...alerts, ...changes, ...silent];
}

const changeOf = ({ now, usual }: { readonly now: number; readonly usual: number }): number =>
  Math.abs(now - usual) / usual;
