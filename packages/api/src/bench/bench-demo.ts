import { askGraphql } from './ask-graphql.ts';
import { type Resident, residentInWords, residentOf, signInDemo, startDemo, stopDemo } from './demo-product.ts';
import type { Finding } from './timing.ts';

const metrics = ['affluenceIn', 'affluenceOut', 'inside', 'occupancy', 'co2', 'temperature'];

/** The product by itself with the demo: how long its second start takes, and what it holds in memory while people look. */
export async function benchDemo(folder: string): Promise<Finding[]> {
  const first = await startDemo(folder);
  await stopDemo(first.child);
  const { child, address, seconds } = await startDemo(folder);
  try {
    const started = await residentOf(child.pid as number);
    const funnel = await askFunnel(address);
    await look(address);
    const resident = await residentOf(child.pid as number);
    return [
      {
        what: 'the funnel of nine shops over a month, beside a year before, first asked',
        found: `${funnel.toFixed(0)} ms`,
        goal: '≤ 1000 ms',
        isMet: funnel <= 1000,
      },
      { what: 'start on existing data', found: `${seconds.toFixed(1)} s`, goal: '≤ 3 s', isMet: seconds <= 3 },
      memory('just started', started, 350),
      memory('after some pages', resident, 600),
    ];
  } finally {
    await stopDemo(child);
  }
}

const memory = (when: string, resident: Resident, most: number): Finding => ({
  what: `memory with the demo, ${when}`,
  found: residentInWords(resident),
  goal: `≤ ${most} MB`,
  isMet: resident.all <= most,
});

/** ms until both the shops and their total are answered. Another month is asked for before, so that code is compiled. */
async function askFunnel(address: string): Promise<number> {
  const token = await signInDemo(address);
  const ask = (query: string, variables: object) => askGraphql(address, token, query, variables, '/hub/graphql');
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

/** Pages of several people at once, about recent days and about eleven months. */
async function look(address: string): Promise<void> {
  const token = await signInDemo(address);
  const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  for (let round = 0; round < 5; round++)
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
        await askGraphql(address, token, document, variables);
      }),
    );
}
