import { type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { useExplain } from '../../dashboards/explain/index.ts';
import { useText } from '../../i18n/index.ts';
import type { OverviewSite } from './overview-model.ts';

export type OverviewNumber = 'entries' | 'inside' | 'air' | 'energy';

/** Returns how to open the explanation of a number, of one site or of all (null), and whether it is open. */
export type OverviewExplains = (
  name: OverviewNumber,
  site: OverviewSite | null,
) => { readonly explain: (() => void) | null; readonly isOpen: boolean };

/**
 * Makes the overview's numbers explainable. A site's number includes its day, so that its address stays valid tomorrow.
 */
export function useOverviewExplains(sites: readonly OverviewSite[], now: number): OverviewExplains {
  const text = useText();
  const explains = useExplain('sites', (part, spans) =>
    import('./explained-overview.ts').then(({ findExplainedNumber: explainedOverview }) =>
      explainedOverview(part, { sites, now }, spans, text),
    ),
  );
  return (name, site) => {
    const part = `${name}/${site?.id ?? 'all'}`;
    // All sites together have no common day, because they span time zones.
    const spans: readonly Span[] = site === null ? [] : [toDaySpan(site.calendar, toSiteDay(site.calendar, now))];
    return {
      explain: explains && (() => explains.open(part, spans)),
      isOpen: explains?.isOpen(part, spans) ?? false,
    };
  };
}
