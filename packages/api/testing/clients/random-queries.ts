import type { ExportDataType } from '@atrium/domain/actions/exports';
import { addDays, type LocalDate } from '@atrium/domain/core';
import { queryCompareModes, type RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Random } from '@atrium/testkit/chance';
import { randomQuestion } from '@atrium/testkit/oracle';
import { dayCount, firstDay } from './awkward-sites.ts';

/** Draws days of the data: the first, and how many. */
function drawDays(random: Random) {
  const days = 1 + random.below(dayCount);
  return { days, first: addDays(firstDay as LocalDate, random.below(dayCount - days + 1)) };
}

/** Draws a query of any metric, split, filter, period and comparison. Some are about all sites, some make no sense. */
export function drawQuery(random: Random, sites: readonly Topology[]): RawQuery {
  const { days, first } = drawDays(random);
  const site = random.pick(sites);
  const { raw } = randomQuestion(random, site, first, days);
  const compare = random.chance(0.4) ? random.pick(queryCompareModes) : null;
  const isOfSite = random.chance(0.5);
  const conditions = [
    ...(raw.filters?.conditions ?? []),
    ...(isOfSite ? [{ criterion: 'INSTALLATIONS', values: [String(site.installationId)] }] : []),
  ];
  return { ...raw, filters: { operator: 'AND', conditions }, ...(compare !== null && { compare }) };
}

/** A file, and the query whose answer each of its columns shows. */
export interface FileQuestion {
  /** Variables of the GraphQL field `exportData`. */
  readonly request: {
    readonly dataType: ExportDataType;
    readonly target: 'zone';
    readonly granularity: number;
    readonly includeSubZones: boolean;
    readonly installationId: number;
    readonly zoneIds: readonly number[];
    /** Epoch ms. */
    readonly from: number;
    readonly to: number;
  };
  /** Returns the query of one column, by the width of the file's rows in seconds. */
  queryOf(metric: string, width: number): RawQuery;
}

/** Draws a file about all zones of a site; `toInstant` returns the begin of a day of it. */
export function drawFile(
  random: Random,
  site: Topology,
  dataType: ExportDataType,
  toInstant: (day: LocalDate) => number,
): FileQuestion {
  const { days, first } = drawDays(random);
  const end = addDays(first, days);
  const granularity = random.pick([900, 3600, 86_400]);
  const zoneIds = site.zones.map(({ id }): number => id);
  return {
    request: {
      dataType,
      target: 'zone',
      granularity,
      includeSubZones: true,
      installationId: site.installationId,
      zoneIds,
      from: toInstant(first),
      to: toInstant(end),
    },
    queryOf: (metric, width) => ({
      metric,
      target: 'ZONE',
      filters: {
        conditions: [
          { criterion: 'DATE', values: [`${first}/${end}`] },
          { criterion: 'INSTALLATIONS', values: [String(site.installationId)] },
          { criterion: 'ZONES', values: zoneIds.map(String) },
        ],
      },
      groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: width }],
    }),
  };
}
