import { type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { toOverviewEnergy, toOverviewQueries, toScoreQuery } from '@atrium/domain/dashboards';
import type { RawQuery } from '@atrium/domain/measurements';
import { getSitesExplanation } from '../../dashboards/explain/explained-sites.ts';
import type { Explained } from '../../dashboards/explain/index.ts';
import type { Text } from '../../i18n/index.ts';
import type { OverviewSite } from './overview-model.ts';

interface OverviewContext {
  readonly sites: readonly OverviewSite[];
  readonly now: number;
}

/** Finds the explained number of the overview: `entries/12` of the site with that id, `entries/all` of all sites. */
export function findExplainedNumber(
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
  const day = toDaySpan(first.calendar, toSiteDay(first.calendar, context.now));
  const zoneIds = sites.flatMap(({ topZoneIds }) => topZoneIds);
  const queries = toOverviewQueries(zoneIds, [], context.now);
  const figure = { sites, day, zones: 'sum' } as const;
  const { t } = text;
  if (name === 'energy')
    return getSitesExplanation({ ...figure, query: toOverviewEnergy(zoneIds), decimals: 0 }, spans, text);
  if (name === 'entries')
    return getSitesExplanation({ ...figure, query: queries.entries, title: t('counting.kpi.entries') }, spans, text);
  if (name === 'air')
    return getSitesExplanation(
      { ...figure, query: toScoreQuery('comfort', zoneIds), title: t('sites.comfort'), zones: 'worst' },
      spans,
      text,
    );
  const inside: RawQuery = { ...queries.inside, aggregation: 'LAST' };
  return getSitesExplanation({ ...figure, query: inside, title: t('sites.insideNow') }, spans, text);
}
