import {
  addDays,
  err,
  type Failure,
  failure,
  isLocalDate,
  type LocalDate,
  ok,
  type Result,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import { findMetric, type LabelledValue, type RawQuery } from '@atrium/domain/numbers';
import { type Answer, answerRawQuery, estimateQueryCost, readBulkReadings } from '../../numbers/index.ts';
import type { Sizes } from '../../platform/graphql/cost/declared-cost.ts';
import { countSizes, type Site } from '../../sites/index.ts';
import type { RestCaller, RestDependencies, RestInputs, RestRoute } from './route.ts';
import { described, idParameter, text } from './schema.ts';
import { findSite } from './site-resources.ts';
import { type BulkPart, parseCursor, TextStream } from './text-stream.ts';

const hourMs = 3_600_000;
/** Readings of a large site in this time are some ten megabytes. */
const partMs = 6 * hourMs;
const maxDays = 366;
const maxMetrics = 10;
/** A statement, and the readings of one device. */
const readingsCost = { statement: 10_000, device: 500 };

const days = {
  from: described(text, "First own day of the site, `yyyy-mm-dd`. Default: the site's yesterday."),
  to: described(text, `Day after the last one, at most ${maxDays} days later. Default: the day after \`from\`.`),
  after: described(text, '`next` of the last line of an earlier stream with the same parameters: continues there.'),
};

const streaming =
  'Each line is a JSON object. The last line has `next`: null at the end, otherwise the value of `after` that continues, ' +
  'with the `problem` that stopped the stream. A stream without that line broke off: ask again from the last `next`. ' +
  'Two streams of a token run at once.';

const contentType = 'application/x-ndjson; charset=utf-8';

const common = {
  method: 'GET',
  tag: 'Bulk',
  scope: 'exports:read',
  pathParameters: { siteId: idParameter },
  answer: text,
  contentType,
  cost: () => 1000,
} as const;

/** Streams of many readings and numbers, for copies. */
export function listBulkResources({
  sites,
  clock,
  sentReadings,
  rollups,
  answerQueries,
}: RestDependencies): readonly RestRoute[] {
  return [
    {
      ...common,
      path: '/sites/{siteId}/readings',
      id: 'streamReadings',
      summary: 'Streams the readings of a site as they were sent, in order of time.',
      description: `Fields: \`device\`, \`metric\`, \`at\`, \`value\`, \`interval\` (seconds), \`descriptors\`. Readings that a correction takes out are included. ${streaming}`,
      queryParameters: days,
      async handle({ path, query }, caller) {
        const range = await findRange({ sites, clock }, caller, path.siteId, query);
        if (!range.ok) return range;
        const { site, from, to, first } = range.value;
        const begin = startOfSiteDay(site.topology, from);
        const end = startOfSiteDay(site.topology, to);
        const { token, signal } = caller;
        if (begin < rollups.ledger.takenSince(token.scope.organizationId))
          return err(failure('READINGS_GONE', 'The readings of the first days were deleted', 'from'));
        const cost = readingsCost.statement + readingsCost.device * site.topology.devices.length;
        const parts: BulkPart[] = [];
        for (let at = begin; at < end; at += partMs) {
          const span = { from: at, to: Math.min(at + partMs, end) };
          const read = async () =>
            (await readBulkReadings(sentReadings, token.scope, site.id, span, signal)).map((reading) => ({
              ...reading,
              at: new Date(reading.at).toISOString(),
            }));
          parts.push({ cost, read });
        }
        return ok(new TextStream(parts.slice(first), first));
      },
    },
    {
      ...common,
      path: '/sites/{siteId}/quarter-hours',
      id: 'streamQuarterHours',
      summary: 'Streams the numbers of each zone of a site by quarter-hour.',
      description:
        'Fields: `metric`, `zoneId`, `time` (clock of the site), `value`, and `state` of a missing value. ' +
        `The numbers are those of \`measurements/query\`. ${streaming}`,
      queryParameters: {
        ...days,
        metrics: described(
          text,
          `Up to ${maxMetrics} ids of metrics, separated by commas. Default: affluenceIn,affluenceOut.`,
        ),
      },
      async handle({ path, query }, caller) {
        const range = await findRange({ sites, clock }, caller, path.siteId, query);
        if (!range.ok) return range;
        const { site, from, to, first } = range.value;
        const metrics = String(query.metrics ?? 'affluenceIn,affluenceOut').split(',');
        const unknown = metrics.find((id) => findMetric(id) === undefined);
        if (unknown !== undefined || metrics.length > maxMetrics)
          return err(failure('BAD_INPUT', `metrics takes up to ${maxMetrics} ids of metrics`, 'metrics'));
        const sizes = countSizes(await sites.snapshot(caller.token.scope));
        const parts: BulkPart[] = [];
        for (let day = from; day < to; day = addDays(day, 1))
          for (const metric of metrics) parts.push(buildPart(site, day, metric, { answerQueries, caller, sizes }));
        return ok(new TextStream(parts.slice(first), first));
      },
    },
  ];
}

function buildPart(
  site: Site,
  day: LocalDate,
  metric: string,
  { answerQueries, caller, sizes }: Pick<RestDependencies, 'answerQueries'> & { caller: RestCaller; sizes: Sizes },
): BulkPart {
  const raw: RawQuery = {
    metric,
    filters: {
      conditions: [
        { criterion: 'DATE', values: [`${day}/${addDays(day, 1)}`] },
        { criterion: 'INSTALLATIONS', values: [String(site.id)] },
      ],
    },
    groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 900 }],
  };
  const read = async () => {
    const answer = await answerRawQuery(raw, async (query) => {
      const [only] = await answerQueries(caller.token.scope, [query], caller.signal);
      return only as Result<Answer, Failure>;
    });
    return answer.ok ? toRows(metric, answer.value.data) : answer.error;
  };
  return { cost: estimateQueryCost(raw, sizes), read };
}

const toRows = (metric: string, zones: readonly LabelledValue[]): readonly object[] =>
  zones.flatMap(({ label: zoneId, value: quarters }) =>
    Array.isArray(quarters)
      ? quarters.map(({ label: time, value, state }: LabelledValue) => ({
          ...{ metric, zoneId: Number(zoneId), time, value },
          ...(state === undefined ? {} : { state }),
        }))
      : [],
  );

interface Range {
  readonly site: Site;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Number of the first part. */
  readonly first: number;
}

/** BAD_INPUT for days that do not exist or are too many, and for a cursor of nothing. NOT_FOUND for the site. */
async function findRange(
  { sites, clock }: Pick<RestDependencies, 'sites' | 'clock'>,
  { token }: RestCaller,
  siteId: unknown,
  query: RestInputs['query'],
): Promise<Result<Range, Failure>> {
  const site = await findSite(sites, token.scope, siteId);
  if (!site.ok) return site;
  const from = String(query.from ?? addDays(toSiteDay(site.value.topology, clock.now()), -1));
  if (!isLocalDate(from)) return err(failure('BAD_INPUT', 'from takes a day, yyyy-mm-dd', 'from'));
  const to = String(query.to ?? addDays(from as LocalDate, 1));
  if (!isLocalDate(to) || to <= from || to > addDays(from as LocalDate, maxDays))
    return err(failure('BAD_INPUT', `to takes a day, 1 to ${maxDays} days after from`, 'to'));
  const first = query.after === undefined ? 0 : parseCursor(String(query.after));
  if (first === null) return err(failure('BAD_INPUT', 'after takes `next` of an earlier stream', 'after'));
  return ok({ site: site.value, from: from as LocalDate, to: to as LocalDate, first });
}
