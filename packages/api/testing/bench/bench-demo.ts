import { setTimeout as delay } from 'node:timers/promises';
import { openBenchClient } from './bench-client.ts';
import {
  describeMemory,
  measureMemory,
  type Resident,
  type Running,
  signInDemo,
  startDemo,
  stopDemo,
} from './demo-product.ts';
import { queryGraphql } from './query-graphql.ts';
import { chooseSize, type Finding, formatMs, percentile } from './timing.ts';

const metrics = ['affluenceIn', 'affluenceOut', 'inside', 'occupancy', 'co2', 'temperature'];

/**
 * Measures the product with the demo in its own process: the duration of its second start, its answers, and its memory.
 */
export async function benchDemo(folder: string): Promise<Finding[]> {
  await during(folder, async () => {});
  const start = await during(folder, async ({ address, seconds }) => ({ seconds, funnel: await askFunnel(address) }));
  const { started, today, looked } = await during(folder, async ({ address, child }) => {
    // Memory used by the start is released within half a minute.
    await delay(chooseSize(45_000, 0));
    const started = await measureMemory(child.pid as number);
    const today = await askToday(address);
    await look(address);
    return { started, today, looked: await measureMemory(child.pid as number) };
  });
  return [
    {
      what: 'the funnel of nine shops over a month, beside a year before, first asked right after a start',
      found: formatMs(start.funnel),
      goal: '≤ 1000 ms',
      isMet: start.funnel <= 1000,
    },
    {
      what: 'start on existing data',
      found: `${start.seconds.toFixed(1)} s`,
      goal: '≤ 3 s',
      isMet: start.seconds <= 3,
    },
    {
      what: "a zone's day by hour, today, of each zone once: p50",
      found: `${formatMs(percentile(today, 0.5))}, p95 ${formatMs(percentile(today, 0.95))}`,
      goal: '≤ 3 ms',
      isMet: percentile(today, 0.5) <= 3,
    },
    memory('just started', started, 350),
    memory('after some pages', looked, 600),
  ];
}

/** Runs work while the product is running. */
async function during<T>(folder: string, work: (running: Running) => Promise<T>): Promise<T> {
  const running = await startDemo(folder);
  try {
    return await work(running);
  } finally {
    await stopDemo(running.child);
  }
}

const memory = (when: string, resident: Resident, most: number): Finding => ({
  what: `memory with the demo, ${when}`,
  found: describeMemory(resident),
  goal: `≤ ${most} MB`,
  isMet: resident.all <= most,
});

/**
 * Returns the ms until the shops and their total are answered. A query about another month runs first to compile code.
 */
async function askFunnel(address: string): Promise<number> {
  const token = await signInDemo(address);
  const ask = (query: string, variables: object) => queryGraphql(address, token, query, variables, '/hub/graphql');
  const siteIds = ((await ask('{ sites { id } }', {})).sites as { id: number }[]).map(({ id }) => id);
  const figures = `pedestrian captureRate affluenceIn conversionRate numberOfOrders numberOfGoodsSold turnover avgBasketPrice
    avgBasketSize salesIndex changes { figure before evolution }`;
  const of = (field: string) =>
    `query ($siteIds: [Int!]!, $dates: [String!]!) { ${field}(siteIds: $siteIds, dates: $dates, compare: true) { ${figures} } }`;
  const monthOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  let begin = 0;
  for (const daysAgo of [65, 35]) {
    begin = performance.now();
    const asked = { siteIds, dates: [monthOf(daysAgo)] };
    await Promise.all(['salesFunnelMetrics', 'salesFunnelMetricsTotal'].map((field) => ask(of(field), asked)));
  }
  return performance.now() - begin;
}

/**
 * Returns the ms of queries for today's entries by hour, one per zone. Queries about another day run first to compile
 * code.
 */
async function askToday(address: string): Promise<readonly number[]> {
  const token = await signInDemo(address);
  const { allInstallations } = await queryGraphql(address, token, '{ allInstallations { zones { id } } }', {});
  const zones = (allInstallations as { zones: { id: number }[] }[]).flatMap((site) => site.zones.map(({ id }) => id));
  const document = 'query($query:RetailDataQuery!){retailData(query:$query){data}}';
  const asked = (zone: number, daysAgo: number) => {
    const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const conditions = [
      { criterion: 'ZONES', values: [`${zone}`] },
      { criterion: 'DATE', values: [`${date}/${new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)}`] },
    ];
    const groupBy = [{ type: 'DATE', granularity: 3600 }];
    return { query: document, variables: { query: { metric: 'affluenceIn', filters: { conditions }, groupBy } } };
  };
  const owner = openBenchClient({ address, token });
  await owner.ask(zones.map((zone) => asked(zone, 9)));
  const { timing } = await owner.ask(zones.map((zone) => asked(zone, 0)));
  await owner.close();
  return timing.taken;
}

/** Loads pages of several people concurrently, about recent days and about eleven months. */
async function look(address: string): Promise<void> {
  const token = await signInDemo(address);
  const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  for (let round = 0; round < chooseSize(5, 1); round++)
    await Promise.all(
      [1, 7, 31, 330].map(async (days) => {
        const variables = Object.fromEntries(
          metrics.map((metric, index) => [
            `q${index}`,
            {
              metric,
              filters: { conditions: [{ criterion: 'DATE', values: [`${date(days + round)}/${date(round - 1)}`] }] },
              groupBy: [{ type: 'ZONE' }, { type: 'DATE', granularity: days > 7 ? 86_400 : 3600 }],
            },
          ]),
        );
        const names = Object.keys(variables);
        const document = `query(${names.map((name) => `$${name}:RetailDataQuery!`).join(',')}){${names.map((name) => `${name}:retailData(query:$${name}){data}`).join(' ')}}`;
        await queryGraphql(address, token, document, variables);
      }),
    );
}
