import { dayOf, type Span, spanOfDay } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { co2Level, toOverviewEnergy, toOverviewQueries, valuesOfAnswer } from '@atrium/domain/dashboards';
import { explainedQuery } from '@atrium/domain/dashboards/explain';
import type { RawQuery } from '@atrium/domain/measurements';
import { amountOf } from '../charts/index.ts';
import { explainedSites } from '../dashboards/explain/explained-sites.ts';
import type { Explained } from '../dashboards/explain/index.ts';
import type { Text } from '../i18n/index.ts';
import type { OverviewSite } from './overview-model.ts';

interface Ground {
  readonly sites: readonly OverviewSite[];
  readonly now: number;
}

/** What a number of the overview is: `entries/12` of the site with that id, `entries/all` of all together. */
export function explainedOverview(part: string, ground: Ground, spans: readonly Span[], text: Text): Explained | null {
  const [, name, id] = /^(entries|inside|air|energy)\/(\d+|all)$/.exec(part) ?? [];
  const sites = ground.sites.filter((site) =>
    id === 'all' ? name !== 'energy' || site.hasEnergy : String(site.id) === id,
  );
  const [first] = sites;
  if (first === undefined) return null;
  const day = spanOfDay(first.calendar, dayOf(first.calendar, ground.now));
  const zoneIds = sites.flatMap(({ topZoneIds }) => topZoneIds);
  const queries = toOverviewQueries(zoneIds, [], ground.now);
  const figure = { sites, day, zones: 'sum' } as const;
  const { say } = text;
  if (name === 'energy')
    return explainedSites({ ...figure, query: toOverviewEnergy(zoneIds), decimals: 0 }, spans, text);
  if (name === 'entries')
    return explainedSites({ ...figure, query: queries.entries, title: say('counting.kpi.entries') }, spans, text);
  if (name === 'air')
    return ratedAir(explainedSites({ ...figure, query: queries.air }, spans, text), queries.air, spans, text);
  const inside: RawQuery = { ...queries.inside, aggregation: 'LAST' };
  // People are known zone by zone: those of one that is known count although another of its site is not.
  const places =
    id === 'all' ? sites.flatMap((site) => site.topZoneIds.map((zone) => ({ ...site, topZoneIds: [zone] }))) : sites;
  return explainedSites({ ...figure, sites: places, query: inside, title: say('sites.insideNow') }, spans, text);
}

/** The air of a site is that of its worst zone, and rated. */
function ratedAir(
  air: Explained | null,
  listed: RawQuery,
  spans: readonly Span[],
  { say, locale }: Text,
): Explained | null {
  if (air === null) return null;
  const query = { ...(explainedQuery(listed, [], spans) ?? listed), groupBy: [{ type: 'ZONE_ID' }] };
  return {
    ...air,
    title: say('sites.comfort'),
    derived: {
      query,
      of: (answer) => {
        const values = answer ? [...valuesOfAnswer(answer).values()].flatMap(({ point }) => amountOf(point) ?? []) : [];
        const ppm = values.length === 0 ? null : Math.max(...values);
        return {
          text: `${ppm === null ? '–' : co2Level(ppm)} / 5`,
          how: say('explain.worstOf', {
            count: values.length,
            amount: say('sites.air', {
              ppm: formatNumber(ppm, { locale, decimals: 0 }),
              level: ppm === null ? '–' : say(`sites.level${co2Level(ppm)}`),
            }),
          }),
          compared: null,
        };
      },
    },
  };
}
