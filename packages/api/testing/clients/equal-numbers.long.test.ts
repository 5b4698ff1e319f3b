import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { exportDataTypes } from '@atrium/domain/actions/exports';
import { startOfSiteDay } from '@atrium/domain/core';
import { findMetric, type LabelledValue, type Metric, type RawQuery } from '@atrium/domain/numbers';
import { listUsualFigures, parseAnswer } from '@atrium/domain/pages';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roundValue } from '../../src/actions/exports/making/columns.ts';
import { awkwardSites, type Deliveries, planDeliveries } from './awkward-sites.ts';
import { drawFile, drawQuery, type FileQuestion } from './random-queries.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

const random = new Random(Number(process.env.ATRIUM_SEED) || 45);
let product: RunningProduct;
let sites: readonly Topology[];
let deliveries: Deliveries;
/** The query of pages, as they send it. */
let pageDocument: string;

beforeAll(async () => {
  product = await startProduct(awkwardSites, '2026-03-27T10:00:00Z');
  sites = await product.services.sites.topologies(product.scope);
  deliveries = planDeliveries(random, sites);
  const file = new URL('../../../web/src/numbers/answers/answers.graphql', import.meta.url);
  pageDocument = (await readFile(file, 'utf8')).replace(/# Never sent[\s\S]*?\n}\n/, '');
});
afterAll(() => product?.stop());

/** Coverage as all interfaces can state it: ids, and instants in ms. */
interface Coverage {
  readonly ratio: number | null;
  readonly silent: readonly (readonly unknown[])[];
  readonly sites: readonly (readonly unknown[])[];
}

/** An answer, or the code of its refusal. */
type Answered = { readonly refusal: string } | (Readonly<Record<string, unknown>> & { readonly coverage: Coverage });

interface RestMeasurement extends Readonly<Record<string, unknown>> {
  readonly coverage: {
    readonly ratio: number | null;
    readonly silent: readonly {
      readonly deviceId: number;
      readonly name: string;
      readonly from: string;
      readonly to: string;
      readonly count: number;
      readonly silentMs: number;
    }[];
    readonly sites: readonly {
      readonly siteId: number;
      readonly ratio: number | null;
      readonly silentSince: string | null;
    }[];
  };
}

const fromRest = ({ coverage, ...answer }: RestMeasurement): Answered => ({
  ...answer,
  coverage: {
    ratio: coverage.ratio,
    silent: coverage.silent.map(({ deviceId, name, from, to, count, silentMs }) => [
      ...[deviceId, name, Date.parse(from), Date.parse(to), count, silentMs],
    ]),
    sites: coverage.sites.map(({ siteId, ratio, silentSince }) => [
      ...[siteId, ratio, silentSince === null ? null : Date.parse(silentSince)],
    ]),
  },
});

interface GraphqlAnswer extends Readonly<Record<string, unknown>> {
  readonly coverage: {
    readonly ratio: number | null;
    readonly silent: readonly {
      readonly deviceId: number;
      readonly name: string;
      readonly from: number;
      readonly to: number;
      readonly count: number;
      readonly time: number;
    }[];
    readonly sites: readonly {
      readonly installationId: number;
      readonly ratio: number | null;
      readonly silentSince: number | null;
    }[];
  };
}

const fromGraphql = ({ coverage, ...answer }: GraphqlAnswer): Answered => ({
  ...answer,
  coverage: {
    ratio: coverage.ratio,
    silent: coverage.silent.map(({ deviceId, name, from, to, count, time }) => [deviceId, name, from, to, count, time]),
    sites: coverage.sites.map(({ installationId, ratio, silentSince }) => [installationId, ratio, silentSince]),
  },
});

let token = '';
let sent = 0;

/** Sends a JSON body with a token. Many queries exceed the rate of one token. */
async function post(path: string, body: unknown): Promise<{ readonly status: number; readonly json: never }> {
  if (sent % 150 === 0) token = await product.createToken(['measurements:read']);
  sent += 1;
  const response = await fetch(product.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as never };
}

async function askRest(query: RawQuery): Promise<Answered> {
  const { status, json } = await post('/api/v1/measurements/query', query);
  return status === 200 ? fromRest(json) : { refusal: (json as { readonly code: string }).code };
}

async function askMcp(query: RawQuery): Promise<Answered> {
  const call = { name: 'query_measurements', arguments: query };
  const { json } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const { result } = json as {
    readonly result: {
      readonly isError?: true;
      readonly content: readonly { readonly text: string }[];
      readonly structuredContent: RestMeasurement;
    };
  };
  if (result.isError) return { refusal: JSON.parse(result.content[0]?.text ?? '').code };
  const { url: _, ...answer } = result.structuredContent;
  return fromRest(answer as RestMeasurement);
}

const graphqlFields = `metric unit data comparison evolution usual comparisonTimes comparisonCoverage { known asked }
  granularity notTold coverage { ratio silent { deviceId name from to count time } sites { installationId ratio silentSince } }`;

async function askGraphql(query: RawQuery): Promise<Answered> {
  const document = `query($query: RetailDataQuery!) { retailData(query: $query) { ${graphqlFields} } }`;
  try {
    return fromGraphql((await product.graphql(document, { query })).retailData as GraphqlAnswer);
  } catch (error) {
    return { refusal: /"code":"(\w+)"/.exec((error as Error).message)?.[1] ?? String(error) };
  }
}

/** Answers queries as pages do: all in one request, with the usual figures computed by the page. */
async function askPage(queries: readonly RawQuery[]): Promise<readonly Answered[]> {
  const { answers } = (await product.graphql(pageDocument, { queries })) as {
    readonly answers: readonly {
      readonly answer: GraphqlAnswer | null;
      readonly refusal: { readonly code: string } | null;
    }[];
  };
  return answers.map(({ answer, refusal }) =>
    answer === null ? { refusal: refusal?.code ?? '' } : fromGraphql(answer),
  );
}

/** Adds what a page computes itself from its answer, where the API states it. */
function addUsual(page: Answered, { metric, usual }: Readonly<Record<string, unknown>>): Answered {
  if ('refusal' in page) return page;
  if (usual === null) return { ...page, metric, usual };
  const parsed = { ...parseAnswer(page as never), granularity: page.granularity as never };
  const figures = listUsualFigures(parsed, findMetric(metric as string) as Metric);
  return { ...page, metric, usual: JSON.parse(JSON.stringify(figures)) };
}

async function makeFile({ request }: FileQuestion): Promise<readonly Record<string, unknown>[]> {
  const { exportData } = await product.graphql(
    `query($dataType: ExportDataType!, $target: ExportTarget!, $granularity: Int!, $includeSubZones: Boolean!,
      $installationId: Int!, $zoneIds: [Int!]!, $from: Timestamp!, $to: Timestamp!) {
      exportData(dataType: $dataType, target: $target, granularity: $granularity, includeSubZones: $includeSubZones,
        installationId: $installationId, zoneIds: $zoneIds, from: $from, to: $to, format: parquet, userIds: []) }`,
    request,
  );
  for (;;) {
    const { exportJobs } = (await product.graphql(
      '{ exportJobs(first: 1) { edges { node { id state address } } } }',
    )) as {
      readonly exportJobs: {
        readonly edges: readonly { readonly node: { id: number; state: string; address: string | null } }[];
      };
    };
    const job = exportJobs.edges[0]?.node;
    expect(job).toMatchObject({ id: exportData, state: expect.stringMatching(/^(waiting|running|done)$/) });
    if (job?.state === 'done') {
      const response = await fetch(product.address + job.address);
      expect(response.status).toBe(200);
      return parquetReadObjects({ file: await response.arrayBuffer() });
    }
    await delay(20);
  }
}

/** Asks all interfaces and expects one answer, which is returned. */
async function expectEqual(query: RawQuery, page: Answered): Promise<Answered> {
  const rest = await askRest(query);
  const [mcp, graphql] = await Promise.all([askMcp(query), askGraphql(query)]);
  expect([query, mcp]).toEqual([query, rest]);
  expect([query, graphql]).toEqual([query, rest]);
  expect([query, addUsual(page, rest as never)]).toEqual([query, rest]);
  return rest;
}

/** Expects that each cell of a file is what all other interfaces answer. Returns the number of known cells. */
async function expectFile(question: FileQuestion): Promise<{ readonly queries: number; readonly cells: number }> {
  const rows = await makeFile(question);
  const metrics = Object.keys(rows[0] ?? {}).filter((name) => findMetric(name) !== undefined);
  expect(metrics.length).toBeGreaterThan(0);
  // Rows are wider than requested where a sensor reports less often, and shorter at the begin of a day.
  const begins = [...new Set(rows.map(({ time }) => (time as Date).getTime()))];
  const steps = begins.slice(1).map((at, index) => (at - (begins[index] as number)) / 1000);
  const width = question.request.granularity === 86_400 ? 86_400 : Math.max(...steps);
  const queries = metrics.map((metric) => question.queryOf(metric, width));
  const pages = await askPage(queries);
  const states = new Map<string, { known: number; partial: number }>();
  let cells = 0;
  for (const [index, metric] of metrics.entries()) {
    const query = queries[index] as RawQuery;
    const answer = await expectEqual(query, pages[index] as Answered);
    expect([query, answer]).toEqual([query, expect.objectContaining({ metric })]);
    const points = flatten((answer as unknown as { readonly data: readonly LabelledValue[] }).data);
    for (const row of rows) {
      const place = `${row.zoneId} ${row.localTime}`;
      const { value, partial = false } = points.get(place) ?? { value: null };
      const rounded = roundValue(value as number | null, findMetric(metric) as Metric);
      expect([query, place, row[metric] ?? null]).toEqual([query, place, rounded]);
      const state = states.get(place) ?? { known: 0, partial: 0 };
      states.set(place, {
        known: state.known + (value === null ? 0 : 1),
        partial: state.partial + (partial ? 1 : 0),
      });
      if (value !== null) cells += 1;
    }
  }
  for (const row of rows) {
    if (row.state === 'closed') continue;
    const { known, partial } = states.get(`${row.zoneId} ${row.localTime}`) ?? { known: 0, partial: 0 };
    const isComplete = known === metrics.length && partial === 0;
    expect([question.request, row]).toEqual([
      question.request,
      { ...row, state: known === 0 ? 'missing' : isComplete ? 'complete' : 'partial' },
    ]);
  }
  return { queries: queries.length, cells };
}

/** Values by the zone's id and local time. */
const flatten = (data: readonly LabelledValue[]): ReadonlyMap<string, LabelledValue> =>
  new Map(
    data.flatMap(({ label, value }) =>
      (value as readonly LabelledValue[]).map((one) => [`${label} ${one.label.slice(0, 19)}`, one] as const),
    ),
  );

const rounds = [
  // Before the clocks change, in the middle of a day.
  '2026-03-28T14:20:00Z',
  // Within the hour that does not exist at one of the sites.
  '2026-03-29T01:07:00Z',
  // After late readings and corrections of earlier days.
  '2026-03-31T09:45:30Z',
  // A clock that was set back.
  '2026-03-31T08:50:00Z',
];

it('REST, GraphQL, MCP, files and pages answer random queries with the same numbers, states and coverage', {
  timeout: 300_000,
  // The rounds change the product.
  retry: 0,
}, async () => {
  const counts = { queries: 0, files: 0, cells: 0, known: 0, refused: 0, compared: 0, partial: 0 };
  for (const now of rounds) {
    product.clock.time = Date.parse(now);
    await product.send(deliveries.until(product.clock.now()));
    const queries = Array.from({ length: 25 }, () => drawQuery(random, sites));
    const pages = await askPage(queries);
    for (const [index, query] of queries.entries()) {
      const answer = await expectEqual(query, pages[index] as Answered);
      const text = JSON.stringify(answer);
      counts.queries += 1;
      if (/"value":-?(0\.\d*)?[1-9]/.test(text)) counts.known += 1;
      if (/"partial":true/.test(text)) counts.partial += 1;
      if ('refusal' in answer) counts.refused += 1;
      else if (answer.comparison !== null) counts.compared += 1;
    }
    for (const dataType of exportDataTypes) {
      const site = random.pick(sites);
      const { queries: asked, cells } = await expectFile(
        drawFile(random, site, dataType, (day) => startOfSiteDay(site, day)),
      );
      counts.files += 1;
      counts.queries += asked;
      counts.cells += cells;
    }
  }
  expect(counts.queries).toBeGreaterThanOrEqual(200);
  // Most answers have numbers to compare.
  for (const [name, least] of [
    ['known', 30],
    ['partial', 15],
    ['compared', 25],
    ['cells', 2000],
  ] as const)
    expect([name, counts[name] >= least]).toEqual([name, true]);
});
