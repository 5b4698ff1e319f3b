import { id, type OrganizationId } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedSite } from '../../testing/security/world/test-sites.ts';
import { startServerUnderLoad } from '../../testing/server-under-load.ts';
import { countStartedStatements } from '../platform/testing/block-queries.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';

const stores = useTestStores();
const now = Date.UTC(2026, 2, 2, 9);
const [minute, day] = [60_000, 86_400_000];
const metrics = ['affluenceIn', 'affluenceOut', 'inside', 'occupancy', 'co2', 'temperature'];
/** A fifth of the people of `npm run bench -- --load`, and seconds instead of minutes. */
const [people, pagesEach, gateways, postsEach] = [4, 6, 10, 30];
const [pages, posts] = [people * pagesEach, gateways * postsEach];
/** Minutes of readings before the posts begin. */
const history = 10_000;

const logged: unknown[] = [];
/** Number of readings in each insert. */
const inserts: number[] = [];
let server: FastifyInstance;
let address: string;
let organization: OrganizationId;

beforeAll(async () => {
  organization = id<OrganizationId>(await stores.freshOrganization());
  const { db } = stores.relational;
  await seedSite(db, organization, 'ours');
  const analytics: typeof stores.analytics = {
    ...stores.analytics,
    insert: (table, rows) => {
      if (table === 'readings') inserts.push(rows.length);
      return stores.analytics.insert(table, rows);
    },
  };
  const log = (what: unknown) => void logged.push(what);
  ({ server, address } = await startServerUnderLoad({ db, analytics }, organization, now, log));
});
afterAll(() => server.close());

let sent = 0;
/** Posts a new reading of one minute, going back from now. */
async function post(): Promise<void> {
  await postMinutes(++sent, 1);
}

async function postMinutes(first: number, count: number): Promise<void> {
  const readings = Array.from({ length: count }, (_, index) => ({
    device: 'CANARY-PAD-ours',
    metric: 'affluenceIn',
    at: new Date(now - (first + index) * minute).toISOString(),
    value: 1,
    interval: 60,
  }));
  const response = await fetch(`${address}/ingest/v1/readings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify(readings),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { accepted: count, rejected: [] }]);
}

interface Answered {
  readonly answer: { readonly data: readonly { readonly value: number | null }[] } | null;
  readonly refusal: { readonly code: string } | null;
}

/** Runs the queries of a page with twelve widgets for the week that ends so many days ago. */
async function page(person: number, daysAgo: number, asked = metrics): Promise<readonly Answered[]> {
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  const last = now - daysAgo * day;
  const filters = { conditions: [{ criterion: 'DATE', values: [`${date(last - 6 * day)}/${date(last + day)}`] }] };
  const queries = asked.flatMap((metric) => [
    { metric, filters, groupBy: [{ type: 'DATE', granularity: 3600 }] },
    { metric, filters, groupBy: [{ type: 'ZONE' }] },
  ]);
  const query =
    'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { answer { data } refusal { code } } }';
  const response = await fetch(`${address}/v2/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${organization}.${person}` },
    body: JSON.stringify({ query, variables: { queries } }),
  });
  const { data } = (await response.json()) as { data: { answers: readonly Answered[] } };
  return data.answers;
}

/** Rows that statements have read since the engine was opened. */
async function rowsRead(): Promise<number> {
  const sql = `SELECT value::Float64 AS number FROM system.events WHERE event = 'SelectedRows'`;
  const [row] = await stores.analytics.query<{ number: number }>({ sql, params: {} }, { purpose: 'upkeep' });
  return row?.number ?? 0;
}

test('people read pages while gateways post: all requests are answered, with few statements, inserts and rows', async () => {
  await postMinutes(1 + posts, history);
  const [statementsBefore, rowsBefore] = [await countStartedStatements(stores.analytics), await rowsRead()];
  inserts.length = 0;
  const began = performance.now();
  const took: number[] = [];
  const read = async (person: number) => {
    for (let number = 0; number < pagesEach; number++) {
      const since = performance.now();
      const answers = await page(person, (person * pagesEach + number) % 14);
      took.push(performance.now() - since);
      expect(answers.map(({ refusal }) => refusal)).toEqual(Array(12).fill(null));
    }
  };
  const send = async () => {
    for (let number = 0; number < postsEach; number++) await post();
  };
  await Promise.all([
    ...Array.from({ length: people }, (_, person) => read(person)),
    ...Array.from({ length: gateways }, send),
  ]);
  const spent = performance.now() - began;
  const statements = (await countStartedStatements(stores.analytics)) - statementsBefore;
  const rows = (await rowsRead()) - rowsBefore;
  process.stdout.write(
    `${pages} pages, the slowest in ${Math.round(Math.max(...took))} ms, by ${statements} statements over ${rows} rows; ` +
      `${posts} posts by ${inserts.length} inserts; ${Math.round(spent)} ms in all\n`,
  );

  expect(inserts.reduce((sum, count) => sum + count, 0)).toBe(posts);
  expect(inserts.length).toBeLessThan(posts / 3);
  expect(statements).toBeLessThan(pages * 10);
  expect(rows).toBeLessThan(pages * 2 * (history + posts));
  expect(logged).toEqual([]);
  // One week up to this minute, with one entry in each minute.
  const [, whole] = await page(0, 0, ['affluenceIn']);
  expect(whole?.answer?.data).toMatchObject([{ value: 6 * 1440 + 9 * 60 }]);
});
