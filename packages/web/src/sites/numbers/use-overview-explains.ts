import { dayOf, type Span, spanOfDay } from '@atrium/domain/core';
import { useExplain } from '../../dashboards/explain/index.ts';
import { useText } from '../../i18n/index.ts';
import type { OverviewSite } from './overview-model.ts';

export type OverviewNumber = 'entries' | 'inside' | 'air' | 'energy';

/** What opens a number of the overview: of a site, or of all of them (null); and whether it stands open. */
export type OverviewExplains = (
  name: OverviewNumber,
  site: OverviewSite | null,
) => { readonly explain: (() => void) | null; readonly isOpen: boolean };

/** Lets the numbers of the overview explain themselves. A site's number is named with its day, so that its address means the same tomorrow. */
export function useOverviewExplains(sites: readonly OverviewSite[], now: number): OverviewExplains {
  const text = useText();
  const explains = useExplain('sites', (part, spans) =>
    import('./explained-overview.ts').then(({ explainedOverview }) =>
      explainedOverview(part, { sites, now }, spans, text),
    ),
  );
  return (name, site) => {
    const part = `${name}/${site?.id ?? 'all'}`;
    // Sites lie around the world: all of them together have no day that is one stretch of time.
    const spans: readonly Span[] = site === null ? [] : [spanOfDay(site.calendar, dayOf(site.calendar, now))];
    return {
      explain: explains && (() => explains.open(part, spans)),
      isOpen: explains?.isOpen(part, spans) ?? false,
    };
  };
}
