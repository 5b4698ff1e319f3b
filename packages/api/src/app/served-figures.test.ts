import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createAtrium, endAll } from '../platform/testing/run-atrium.ts';

/** Metrics that Prometheus adds for each scrape. */
const prometheusOwn = new Set(['up']);

/** Metrics on no dashboard: others cover them, or they only help to debug the process. */
const leftOut = [
  /^nodejs_active_/,
  /^nodejs_eventloop_lag_(seconds|min_seconds|max_seconds|mean_seconds|stddev_seconds|p90_seconds)$/,
  /^nodejs_heap_(size_total_bytes|space_)/,
  'nodejs_external_memory_bytes',
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_heap_bytes',
  'process_virtual_memory_bytes',
];

/** Metrics that exist only with several processes, which communicate over NATS. */
const ofSeveral = new Set(['atrium_bus_connected']);

const fileOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

interface Board {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}

const board: Board = JSON.parse(fileOf('deploy/grafana/atrium.json'));
const rules = (parse(fileOf('deploy/prometheus/atrium.rules.yml')) as Rules).groups.flatMap((group) => group.rules);
const boardAsks = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const rulesAsk = rules.map(({ expr }) => expr);

interface Asked {
  readonly name: string;
  readonly labels: readonly (readonly [name: string, operator: string, value: string])[];
}

/** Returns the series in an expression, with their labels: names that are not followed by a function's parenthesis. */
function seriesIn(expression: string): Asked[] {
  const found = expression.matchAll(/\b([a-z]\w*)(?:\{([^}]*)\})?(?![\w(])/g);
  return [...found].flatMap(([, name = '', labels]) => {
    if (labels === undefined && !/^(atrium|http|mqtt|nodejs|process)_/.test(name) && !prometheusOwn.has(name))
      return [];
    const matchers = [...(labels ?? '').matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    return [
      { name, labels: matchers.map(([, label = '', operator = '', value = '']) => [label, operator, value] as const) },
    ];
  });
}

const root = mkdtempSync(join(tmpdir(), 'atrium-figures-'));
const running: ChildProcess[] = [];
const metricsToken = 'figures-of-this-test-0123456789abcdef';
let server: Awaited<ReturnType<ReturnType<typeof createAtrium>['serve']>> | undefined;
let served: {
  readonly families: readonly string[];
  readonly samples: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
};
beforeAll(async () => {
  const settings = { ATRIUM_BACKUP_FOLDER: join(root, 'backups'), ATRIUM_METRICS_TOKEN: metricsToken };
  server = await createAtrium(join(root, 'data'), running, settings).serve();
  const { address } = server;
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  // Metrics of a route exist only after a request.
  for (const path of ['/ingest/v1/readings', '/ingest/v1/receipts', '/ingest/v1/devices', '/v2/graphql'])
    await (await fetch(`${address}${path}`, json)).text();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const samples = [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value])),
  }));
  served = { families: [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name), samples };
}, 90_000);
afterAll(async () => {
  // Regular stop, so that its database leaves the folder too.
  await server?.stop();
  await endAll(running);
  await rm(root, { recursive: true, force: true });
});

const familyOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
const isServed = (name: string) => served.families.includes(name) || served.families.includes(familyOf(name));

test('every metric on the dashboard and in the rules is served, with the labels used', () => {
  const asked = [...boardAsks, ...rulesAsk].flatMap(seriesIn).filter(({ name }) => !prometheusOwn.has(name));
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.map(({ name }) => name).filter((name) => !isServed(name) && !ofSeveral.has(name))).toEqual([]);
  const unknown = asked.flatMap(({ name, labels }) => {
    const samples = served.samples.filter((sample) => sample.name === name);
    // For example queued messages, of which a new installation has none.
    if (samples.length === 0) return [];
    return labels.flatMap(([label, operator, value]) => {
      // Labels that the scrape adds, and statuses that have not occurred yet.
      if (['instance', 'job', 'status'].includes(label)) return [];
      const values = samples.flatMap(({ labels: own }) => own[label] ?? []);
      const isKnown = operator.endsWith('~')
        ? values.some((own) => new RegExp(`^(?:${value})$`).test(own))
        : values.includes(value);
      return isKnown ? [] : [`${name}{${label}${operator}"${value}"}`];
    });
  });
  expect(unknown).toEqual([]);
});

test('every served metric is on the dashboard, or excluded by name', () => {
  const shown = new Set(boardAsks.flatMap(seriesIn).flatMap(({ name }) => [name, familyOf(name)]));
  const isLeftOut = (name: string) => leftOut.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
  expect(served.families.filter((name) => !shown.has(name) && !isLeftOut(name))).toEqual([]);
  expect(served.families.filter((name) => shown.has(name) && isLeftOut(name))).toEqual([]);
  for (const one of leftOut)
    expect(
      served.families.some((name) => (typeof one === 'string' ? one === name : one.test(name))),
      `${one}`,
    ).toBe(true);
});

test('each metric that the guide calls worth an alert has a rule, and each rule says what to do', () => {
  const [, table = ''] = fileOf('docs/operating.md').split('## Figures worth an alert');
  const named = [...(table.split('\n## ')[0] ?? '').matchAll(/`((?:atrium|http|mqtt|nodejs|process)_\w+)/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(10);
  const inRules = new Set(rulesAsk.flatMap(seriesIn).map(({ name }) => name));
  expect(named.filter((name) => !inRules.has(name as string))).toEqual([]);
  for (const { alert, annotations } of rules) expect(annotations.summary, alert).toMatch(/\w+.*\.$/);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
