import type { OpenAlertFragment } from '../../alerts/live/index.ts';
import type { StripSite } from '../strip.tsx';

type Row = Pick<StripSite, 'site' | 'numbers' | 'coverage'> & {
  /** Whether its doors may still open on its running day. */
  readonly isRunning: boolean;
};

/** Something to look at, of one site. */
export type Clause =
  | { readonly kind: 'alert'; readonly site: Row['site']; readonly alert: OpenAlertFragment }
  /** People more or fewer than usual: by this time, or on the whole day where that is over. */
  | {
      readonly kind: 'change';
      readonly site: Row['site'];
      readonly now: number;
      readonly usual: number;
      readonly isRunning: boolean;
    }
  /** So many counters are silent, or all since then. */
  | {
      readonly kind: 'silent';
      readonly site: Row['site'];
      readonly count: number;
      readonly offlineSince: number | null;
    };

/** Nearer to what is usual than this is no news. */
const farFromUsual = 0.1;
/** Of fewer people than this a tenth is nobody. */
const fewPeople = 20;

/**
 * What deserves attention, in order: open alerts, the newest first; sites far from usual at equal time, the farthest
 * first; sites with silent counters.
 */
export function attentionOf(rows: readonly Row[], open: readonly OpenAlertFragment[]): readonly Clause[] {
  const alerts = open.flatMap((alert): Clause[] => {
    const row = rows.find(({ site }) => site.id === alert.installationId);
    return row === undefined ? [] : [{ kind: 'alert', site: row.site, alert }];
  });
  const changes = rows
    .flatMap(({ site, numbers, coverage, isRunning }): (Clause & { readonly kind: 'change' })[] => {
      const [now, usual] = [numbers?.comparedEntries ?? null, numbers?.usualEntries ?? null];
      if (now === null || usual === null || coverage.offlineSince !== null || usual < fewPeople) return [];
      return Math.abs(now - usual) / usual >= farFromUsual ? [{ kind: 'change', site, now, usual, isRunning }] : [];
    })
    .toSorted((one, other) => changeOf(other) - changeOf(one));
  const silent = rows.flatMap(({ site, coverage: { silentNow, offlineSince } }): Clause[] =>
    silentNow > 0 ? [{ kind: 'silent', site, count: silentNow, offlineSince }] : [],
  );
  return [...alerts, ...changes, ...silent];
}

const changeOf = ({ now, usual }: { readonly now: number; readonly usual: number }): number =>
  Math.abs(now - usual) / usual;
