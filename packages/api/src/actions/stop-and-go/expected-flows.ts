import { addDays, granularity, type InstallationId, type Instant, toSiteDay } from '@atrium/domain/core';
import { emptyQuery, type MeasurementQuery } from '@atrium/domain/numbers';
import { type ExpectedFlow, forecastFull } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import type { Answer, AnswerQueries } from '../../numbers/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';

/** Returns the people expected to come in and leave today, by quarters of an hour. Empty: nothing is expected. */
export type ExpectedFlows = (
  scope: Pick<Scope, 'organizationId'>,
  site: Topology,
  now: Instant,
) => Promise<readonly ExpectedFlow[]>;

interface KeptFlows {
  readonly site: Topology;
  readonly quarter: number;
  readonly flows: Promise<readonly ExpectedFlow[]>;
}

const quarterMs = granularity.quarter * 1000;

/**
 * Reads expected flows once per site and quarter of an hour, however many displays ask. A screen works without them, so
 * a failed read yields none.
 */
export function createExpectedFlows(
  answerQueries: AnswerQueries,
  logError: (message: string, error: unknown) => void,
): ExpectedFlows {
  const kept = new Map<InstallationId, KeptFlows>();
  return async ({ organizationId }, site, now) => {
    const quarter = Math.floor(now / quarterMs);
    const known = kept.get(site.installationId);
    if (known !== undefined && known.quarter === quarter && known.site === site) return known.flows;
    for (const [id, one] of kept) if (one.quarter < quarter) kept.delete(id);
    const flows = readFlows(answerQueries, systemScope(organizationId), site, now).catch((error: unknown) => {
      logError('expected flows of a screen could not be read', error);
      return [];
    });
    kept.set(site.installationId, { site, quarter, flows });
    return flows;
  };
}

async function readFlows(
  answerQueries: AnswerQueries,
  scope: Scope,
  site: Topology,
  now: Instant,
): Promise<readonly ExpectedFlow[]> {
  const today = toSiteDay(site, now);
  const query = (metric: string): MeasurementQuery => ({
    ...emptyQuery,
    metric,
    aggregation: 'SUM',
    compare: 'EXPECTED',
    periods: [{ kind: 'days', days: { from: today, to: addDays(today, 1) } }],
    granularity: granularity.quarter,
    groupBy: [{ type: 'DATE', granularity: granularity.quarter, period: null, ids: null }],
    installations: { exclude: false, ids: [site.installationId] },
  });
  const [cameIn, wentOut] = await answerQueries(scope, [query('affluenceIn'), query('affluenceOut')]);
  if (cameIn?.ok !== true || wentOut?.ok !== true) return [];
  const out = readExpected(wentOut.value);
  const width = (cameIn.value.granularity ?? granularity.quarter) * 1000;
  return [...readExpected(cameIn.value)].flatMap(([from, expected]) => {
    const leaving = out.get(from);
    return leaving === undefined ? [] : [{ from, to: from + width, in: expected, out: leaving }];
  });
}

/** Returns the expected values that have a range, by the begin of their step. */
function readExpected({ data }: Answer): ReadonlyMap<Instant, number> {
  const found = new Map<Instant, number>();
  for (const { label, expected } of data)
    if (expected?.value != null && expected.reason === null) found.set(Date.parse(label), expected.value);
  return found;
}

/** Times on screens are rounded to this, ms: a forecast is no closer, and displays change seldom. */
const roundMs = 5 * 60_000;

/** Returns when a place is full, rounded for a screen; never in the past, and null if that is not before closing. */
export function findFullAt(filling: Parameters<typeof forecastFull>[0]): Instant | null {
  const full = forecastFull(filling);
  if (full === null) return null;
  const rounded = Math.round(full / roundMs) * roundMs;
  const ahead = rounded <= filling.now ? rounded + roundMs : rounded;
  return ahead < filling.closing ? ahead : null;
}
