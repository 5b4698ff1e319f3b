import { type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { toScoreQuery } from '@atrium/domain/dashboards';
import { findMetric } from '@atrium/domain/measurements';
import type { Text } from '../../i18n/index.ts';
import { getSitesExplanation } from '../explain/explained-sites.ts';
import type { Explained } from '../explain/index.ts';
import { buildListQueries, type ListedSite } from './listed-sites.ts';

interface SectionListContext {
  readonly metric: string;
  readonly sites: readonly ListedSite[];
  readonly now: number;
}

/** Returns the explanation of a site's figure, by site id. `comfort/12` is the comfort of site 12. */
export function getListedExplanation(
  part: string,
  { metric, sites, now }: SectionListContext,
  spans: readonly Span[],
  text: Text,
): Explained | null {
  const [, isComfort, id] = /^(comfort\/)?(\d+)$/.exec(part) ?? [];
  const chosen = sites.filter((site) => String(site.id) === id);
  const [site] = chosen;
  const [query] = buildListQueries(metric, chosen);
  if (site === undefined || query === undefined) return null;
  const day = toDaySpan(site.calendar, toSiteDay(site.calendar, now));
  if (isComfort) {
    const comfort = toScoreQuery('comfort', site.topZoneIds);
    return getSitesExplanation(
      { sites: chosen, query: comfort, day, zones: 'worst', title: text.t('section.comfort') },
      spans,
      text,
    );
  }
  const zones = findMetric(metric)?.kind === 'sample' ? 'mean' : 'sum';
  return getSitesExplanation({ sites: chosen, query, day, zones }, spans, text);
}
