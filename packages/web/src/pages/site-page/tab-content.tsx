import type { Coverage } from '@atrium/domain/numbers';
import type { ResolvedFilters, SiteTab } from '@atrium/domain/pages';
import type { ComponentProps, ReactNode } from 'react';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { NothingMatches, NumbersFailed, TabSkeleton } from '../cards/states.tsx';
import { AppliedRow } from '../filters/applied-row.tsx';
import type { Filters } from '../filters/use-filters.ts';
import type { Site } from './site.ts';

/** Props of every tab of a site's page. */
export interface TabProps {
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly change: Filters['change'];
  readonly reset: () => void;
}

/** Polling interval in ms while the shown days are running. */
const pollInterval = 60_000;

export const getPollInterval = ({ follows }: ResolvedFilters): number | null => (follows ? pollInterval : null);

/** Returns a key that changes only with what a site's queries depend on. */
export function getQueriesKey({ counted, zone, ranges, state, today }: ResolvedFilters): string {
  const { hours, day, gender, engagement, compare } = state;
  return JSON.stringify([
    counted.map(({ id }) => id),
    zone.id,
    ranges,
    [hours, day, gender, engagement, compare],
    today,
  ]);
}

/** Loaded in parallel with the numbers. */
const CoverageChip = lazyComponent(() => import('../cards/coverage-chip.tsx').then((module) => module.CoverageChip));
CoverageChip.fetch().catch(() => {});

interface TabContentProps extends TabProps {
  readonly numbers:
    | ({ readonly state: 'failed' } & ComponentProps<typeof NumbersFailed>)
    | { readonly state: 'loading' | 'ready' };
  /** Coverage of the tab's first number; null until it is known. */
  readonly coverage: Coverage | null;
  /** Opens the explanation of that number; null if there is none. */
  readonly explain: (() => void) | null;
  readonly tab: SiteTab;
  /** Whether it has more numbers than four cards hold. */
  readonly isLong?: boolean;
  /** The cards; null while loading. */
  readonly children: ReactNode;
}

/** The content of a site's tab: the applied filters with the coverage, then its cards or the reason why there are none. */
export function TabContent({ numbers, coverage, explain, tab, isLong = false, children, ...props }: TabContentProps) {
  const { site, filters, now } = props;
  return (
    <>
      <AppliedRow
        {...props}
        coverage={coverage && <CoverageChip model={{ coverage }} {...{ site, filters, now, explain }} />}
      />
      {filters.counted.length === 0 ? (
        <NothingMatches />
      ) : numbers.state === 'failed' ? (
        <NumbersFailed {...numbers} />
      ) : (
        (children ?? <TabSkeleton tab={tab} isLong={isLong} />)
      )}
    </>
  );
}
