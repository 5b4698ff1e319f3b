import { dayOf, type Span, spanOfDay } from '@atrium/domain/core';
import { toOverviewEnergy, toOverviewQueries, toScoreQuery } from '@atrium/domain/dashboards';
import type { RawQuery } from '@atrium/domain/measurements';
import type { Explained } from '../../dashboards/explain/index.ts';
import { explainedSites } from '../../dashboards/explain/number/explained-sites.ts';
import type { Text } from '../../i18n/index.ts';
import type { OverviewSite } from './overview-model.ts';

interface OverviewContext {
  readonly sites: readonly OverviewSite[];
  readonly now: number;
}

/** Finds the explained number of the overview: `entries/12` of the site with that id, `entries/all` of all sites. */
export function explainedOverview(
  part: string,
  context: OverviewContext,
  spans: readonly Span[],
  text: Text,
): Explained | null {
  const [, name, id] = /^(entries|inside|air|energy)\/(\d+|all)$/.exec(part) ?? [];
  const sites = context.sites.filter((site) =>
    id === 'all' ? name !== 'energy' || site.hasEnergy : String(site.id) === id,
  );
  const [first] = sites;
  if (first === undefined) return null;
  const day = spanOfDay(first.calendar, dayOf(first.calendar, context.now));
  const zoneIds = sites.flatMap(({ topZoneIds }) => topZoneIds);
  const queries = toOverviewQueries(zoneIds, [], context.now);
  const figure = { sites, day, zones: 'sum' } as const;
  const { t } = text;
  if (name === 'energy')
    return explainedSites({ ...figure, query: toOverviewEnergy(zoneIds), decimals: 0 }, spans, text);
  if (name === 'entries')
    return explainedSites({ ...figure, query: queries.entries, title: t('counting.kpi.entries') }, spans, text);
  if (name === 'air')
    return explainedSites(
      { ...figure, query: toScoreQuery('comfort', zoneIds), title: t('sites.comfort'), zones: 'worst' },
      spans,
      text,
    );
  const inside: RawQuery = { ...queries.inside, aggregation: 'LAST' };
  return explainedSites({ ...figure, query: inside, title: t('sites.insideNow') }, spans, text);
}
