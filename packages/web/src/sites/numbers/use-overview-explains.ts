import { type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { toOverviewEnergy, toOverviewQueries, toScoreQuery } from '@atrium/domain/pages';
import { type Translate, useText } from '../../i18n/index.ts';
import type { FigureOfSites } from '../../pages/explain/ask-sites.ts';
import { useExplain } from '../../pages/explain/index.ts';
import type { OverviewSite } from './overview-model.ts';

export type OverviewNumber = 'entries' | 'inside' | 'air' | 'energy';

/**
 * Returns a function that opens the explanation of a number of one site or of all sites (null), and whether it is open.
 */
export type OverviewExplains = (
  name: OverviewNumber,
  site: OverviewSite | null,
) => { readonly explain: (() => void) | null; readonly isOpen: boolean };

/**
 * Makes the overview's numbers explainable. A site's number includes its day, so that its address stays valid tomorrow.
 */
export function useOverviewExplains(sites: readonly OverviewSite[], now: number): OverviewExplains {
  const text = useText();
  const explains = useExplain('sites', async (key) => {
    const figure = findFigure(key, sites, now, text.t);
    return figure && (await import('../../pages/explain/ask-sites.ts')).askSites(figure, text);
  });
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

/** Returns a figure by its key: `entries/12` of the site with that id, `entries/all` of all sites. Null if there is none. */
function findFigure(key: string, all: readonly OverviewSite[], now: number, t: Translate): FigureOfSites | null {
  const [, name, id] = /^(entries|inside|air|energy)\/(\d+|all)$/.exec(key) ?? [];
  const sites = all.filter((site) => (id === 'all' ? name !== 'energy' || site.hasEnergy : String(site.id) === id));
  const [first] = sites;
  if (first === undefined) return null;
  const figure = { sites, day: toDaySpan(first.calendar, toSiteDay(first.calendar, now)), zones: 'union' } as const;
  const zoneIds = sites.flatMap(({ topZoneIds }) => topZoneIds);
  if (name === 'energy') return { ...figure, query: toOverviewEnergy(zoneIds), decimals: 0 };
  if (name === 'air')
    return { ...figure, query: toScoreQuery('comfort', zoneIds), title: t('sites.comfort'), zones: 'worst' };
  const { entries, inside } = toOverviewQueries(zoneIds, [], now);
  return name === 'entries'
    ? { ...figure, query: entries, title: t('counting.kpi.entries') }
    : { ...figure, query: { ...inside, aggregation: 'LAST' }, title: t('sites.insideNow') };
}
