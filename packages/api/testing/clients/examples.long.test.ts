import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LabelledValue } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { awkwardSites, planDeliveries } from './awkward-sites.ts';
import { createRunningClock, type RunningProduct, startProduct } from './running-product.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const examples = join(root, 'examples');
/** The second day is not included. The clocks change within. */
const days = ['2026-03-27', '2026-03-31'] as const;

let product: RunningProduct;
let token: string;

beforeAll(async () => {
  product = await startProduct(awkwardSites, createRunningClock('2026-03-30T14:20:00Z'));
  const sites = await product.services.sites.topologies(product.scope);
  await product.send(planDeliveries(new Random(7), sites).until(product.clock.now()));
  token = await product.createToken(['sites:read', 'measurements:read', 'alerts:read']);
});
afterAll(() => product?.stop());

/** Runs a program of the examples and returns what it prints. */
async function runExample(command: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ATRIUM_URL: product.address, ATRIUM_TOKEN: token };
  return (await run(command, words, { env, cwd: examples })).stdout;
}

/** Entries by day that GraphQL answers, as the examples print them. */
async function buildExpected(): Promise<string> {
  const document = 'query($query: RetailDataQuery!) { retailData(query: $query) { data } }';
  const lines = ['site,day,entries,state'];
  for (const { key, installationId } of await listSites()) {
    const conditions = [
      { criterion: 'DATE', values: [days.join('/')] },
      { criterion: 'INSTALLATIONS', values: [String(installationId)] },
    ];
    const query = { metric: 'affluenceIn', filters: { conditions }, groupBy: [{ type: 'DATE', granularity: 86_400 }] };
    const { data } = (await product.graphql(document, { query })).retailData as { data: readonly LabelledValue[] };
    for (const { label, value, state, partial } of data)
      lines.push(`${key},${label.slice(0, 10)},${value ?? ''},${state ?? (partial ? 'partial' : '')}`);
  }
  return `${lines.join('\n')}\n`;
}

async function listSites() {
  const sites = await product.services.sites.topologies(product.scope);
  const keys = ['arcades', 'pier'];
  return sites.map(({ installationId }, index) => ({ installationId, key: keys[index] as string }));
}

/** Uses up what the token may ask at once, so that the next request is refused at first. */
async function exhaustToken(): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch(`${product.address}/api/v1/token`, { headers }).then(({ status }) => status);
  const statuses = await Promise.all(Array.from({ length: 400 }, ask));
  expect(statuses).toContain(429);
}

describe('clients', { timeout: 120_000 }, () => {
  it('of TypeScript is generated from the document, compiled, and reads the numbers of GraphQL', async () => {
    const client = join(root, 'packages/client');
    const tsc = join(root, 'node_modules/.bin/tsc');
    await run(process.execPath, [join(client, 'codegen.mjs')]);
    await run(tsc, ['-p', join(client, 'tsconfig.build.json')]);
    await run(tsc, ['-p', join(examples, 'typescript')]);
    await exhaustToken();
    expect(await runExample(process.execPath, 'typescript/daily-entries.ts', ...days)).toBe(await buildExpected());
  });

  it('of Python reads the numbers of GraphQL', async () => {
    await exhaustToken();
    expect(await runExample('python3', 'python/daily_entries.py', ...days)).toBe(await buildExpected());
  });

  it('of Python names what was refused', async () => {
    const script = `
from atrium import ApiProblem, Atrium
try:
    Atrium("${product.address}", "${token}").get("/sites/999999")
except ApiProblem as problem:
    print(problem.status, problem.code, problem.field, problem)
`;
    const { stdout } = await run('python3', ['-c', script], { cwd: join(examples, 'python') });
    expect(stdout).toMatch(/^404 NOT_FOUND siteId .+\n$/);
  });

  it('of curl reads the numbers of GraphQL', async () => {
    await exhaustToken();
    const { data } = JSON.parse(await runExample('sh', 'curl/daily-entries.sh', ...days)) as {
      readonly data: readonly { readonly value: readonly LabelledValue[] }[];
    };
    const expected = (await buildExpected()).trim().split('\n').slice(1);
    const found = data.flatMap(({ value }) => value.map((one) => `${one.label.slice(0, 10)},${one.value ?? ''}`));
    expect(found).toEqual(expected.map((line) => line.split(',').slice(1, 3).join()));
  });

  it('of TypeScript is published with its types, and without the rest', () => {
    const { files, exports } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'));
    expect(files).toEqual(['dist']);
    for (const file of Object.values(exports['.'] as Record<string, string>))
      expect(readFileSync(join(root, 'packages/client', file), 'utf8')).toContain('createClient');
  });
});

const ask = (path: string, body?: string, method = body === undefined ? 'GET' : 'POST') =>
  fetch(`${product.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });

/** A query of the Infinity data source. */
interface InfinityQuery {
  readonly refId: string;
  readonly url: string;
  readonly url_options: { readonly method: string; readonly data?: string };
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly type: string }[];
}

describe('the Grafana dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(examples, 'grafana/atrium-site.json'), 'utf8')) as {
    readonly panels: readonly { readonly title: string; readonly targets: readonly InfinityQuery[] }[];
    readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] };
  };
  const { query } = dashboard.templating.list.find(
    ({ name }) => name === 'site',
  ) as (typeof dashboard.templating.list)[0];
  const variable = (query as { readonly infinityQuery: InfinityQuery }).infinityQuery;

  /** Runs a query as the data source does, and returns its rows. */
  async function run({ url, url_options, root_selector }: InfinityQuery, siteId: number) {
    const fill = (text: string) =>
      text
        .replaceAll(/\$\{__from:date:YYYY-MM-DD\}/g, days[0])
        .replaceAll(/\$\{__to:date:YYYY-MM-DD\}/g, days[1])
        .replaceAll(/\$\{site\}/g, String(siteId));
    const body = url_options.data === undefined ? undefined : fill(url_options.data);
    expect(`${url}${body}`).not.toContain('$');
    const response = await ask(url, body, url_options.method);
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    expect([url, body, response.status, answer.detail]).toEqual([url, body, 200, undefined]);
    return [answer[root_selector]].flat() as readonly Readonly<Record<string, unknown>>[];
  }

  const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
    number: (value) => value === null || typeof value === 'number',
    string: (value) => typeof value === 'string' || typeof value === 'number',
    boolean: (value) => typeof value === 'boolean',
    // Without an offset, it would be read as a time of the viewer.
    timestamp: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(value)),
  };

  it('lists the sites', async () => {
    const rows = await run(variable, 0);
    expect(rows.map((row) => variable.columns.map(({ selector }) => row[selector]))).toEqual([
      ['Arcades', (await listSites())[0]?.installationId],
      ['Pier', (await listSites())[1]?.installationId],
    ]);
  });

  it.each(
    dashboard.panels.flatMap(({ title, targets }) => targets.map((target) => [title, target.refId, target] as const)),
  )('answers %s, %s', async (title, _, target) => {
    const rows = await run(target, (await listSites())[0]?.installationId as number);
    for (const row of rows)
      for (const { selector, type } of target.columns)
        expect([selector, row[selector], isOfType[type]?.(row[selector])]).toEqual([selector, row[selector], true]);
    if (title !== 'Alerts') expect(rows.length).toBeGreaterThan(0);
    const numbers = target.columns.filter(({ type }) => type === 'number');
    const isUsual = target.root_selector === 'comparison';
    if (numbers.length > 0 && !isUsual)
      expect(rows.some((row) => typeof row[numbers[0]?.selector ?? ''] === 'number')).toBe(true);
  });
});

it('the notebook prints the numbers of GraphQL', async () => {
  const { cells } = JSON.parse(readFileSync(join(examples, 'notebook/entries.ipynb'), 'utf8')) as {
    readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[];
  };
  const script = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''));
  expect(script.length).toBeGreaterThan(3);
  const env = { ATRIUM_URL: product.address, ATRIUM_TOKEN: token, FIRST_DAY: days[0], END_DAY: days[1] };
  const { stdout } = await run('python3', ['-c', script.join('\n')], { env: { PATH: process.env.PATH, ...env } });
  const rows = (await buildExpected())
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  for (const [key, name] of [
    ['arcades', 'Arcades'],
    ['pier', 'Pier'],
  ]) {
    const known = rows.filter(([site, , value]) => site === key && value !== '').map(([, , value]) => Number(value));
    const sum = known.reduce((before, value) => before + value, 0);
    expect(known.length).toBeGreaterThan(0);
    expect(stdout).toContain(`${name}: ${sum} entries on ${known.length} of 4 days`);
  }
  expect(stdout).toMatch(/Arcades: \d+\.\d% covered, \d+ gaps/);
});

describe('current values', () => {
  const read = (file: string) =>
    parse(readFileSync(join(examples, file), 'utf8'), {
      customTags: [{ tag: '!secret', resolve: (name: string) => name }],
    });

  /** Value of the zone "mall" today. */
  async function askToday(metric: string): Promise<number | null> {
    const [site] = await listSites();
    const conditions = [
      { criterion: 'DATE', values: ['2026-03-30/2026-03-31'] },
      { criterion: 'INSTALLATIONS', values: [String(site?.installationId)] },
    ];
    const query = {
      metric,
      filters: { conditions },
      groupBy: [{ type: 'ZONE' }],
      aggregation: metric === 'inside' ? 'LAST' : 'SUM',
    };
    const { data } = (await (await ask('/api/v1/measurements/query', JSON.stringify(query))).json()) as {
      data: LabelledValue[];
    };
    return data.find(({ label }) => label === 'mall')?.value as number | null;
  }

  it('are read by Home Assistant', async () => {
    const [{ resource, headers, sensor }] = read('home-assistant/configuration.yaml').rest;
    expect(headers).toEqual({ Authorization: 'atrium_token' });
    const text = await (await ask(new URL(resource).pathname)).text();
    const values = sensor.map(({ value_template }: { readonly value_template: string }) => {
      const pattern = /^\{\{ value \| regex_findall_index\('(.+)'\) \}\}$/.exec(value_template)?.[1] as string;
      return Number(new RegExp(pattern).exec(text)?.[1]);
    });
    expect(values).toEqual([await askToday('inside'), await askToday('affluenceIn')]);
  });

  it('are scraped by Prometheus', async () => {
    const [job] = read('prometheus/prometheus.yml').scrape_configs;
    expect(job).toMatchObject({ scheme: 'https', authorization: { credentials_file: expect.any(String) } });
    const response = await ask(job.metrics_path);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const entries = await askToday('affluenceIn');
    expect(await response.text()).toMatch(new RegExp(`^atrium_entries_today\\{.*zone="mall"\\} ${entries}$`, 'm'));
  });
});
