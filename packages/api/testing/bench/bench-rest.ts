import { isDeepStrictEqual } from 'node:util';
import type { RawQuery } from '@atrium/domain/numbers';
import { openPostClient } from './bench-client.ts';
import type { BenchWorld } from './bench-world.ts';
import { parseData } from './query-graphql.ts';
import { buildQuestions, type Question } from './questions.ts';
import { chooseSize, type Finding, formatMs, percentile } from './timing.ts';

/** Runs of each interface. A token may send 200 requests at once. */
const times = chooseSize(90, 3);
const warm = chooseSize(90, 3);

/** Everything that REST answers. */
const document = `query($query: RetailDataQuery!) { retailData(query: $query) {
  metric unit data comparison evolution usual comparisonTimes comparisonCoverage { known asked } granularity notTold
  coverage { ratio silent { deviceId name from to count time } sites { installationId ratio silentSince } } } }`;

/** Compares queries over REST with the same over GraphQL, side by side. Throws when the numbers differ. */
export async function benchRest(world: BenchWorld): Promise<Finding[]> {
  const findings: Finding[] = [];
  const questions = buildQuestions(world).filter(({ isOfOneSite, days }) => isOfOneSite && days <= 31);
  for (const question of questions) findings.push(await compareInterfaces(world, question));
  return findings;
}

async function compareInterfaces(world: BenchWorld, question: Question): Promise<Finding> {
  const rest = openPostClient({
    address: world.address,
    token: await world.createReadToken(),
    path: '/api/v1/measurements/query',
  });
  const graphql = openPostClient(world);
  const ways = [
    async (query: RawQuery) => rest.post([query]),
    async (query: RawQuery) => graphql.post([{ query: document, variables: { query } }]),
  ] as const;
  await expectEqual(ways, question.query(0));
  const taken: [number[], number[]] = [[], []];
  for (let index = -warm; index < times; index++)
    for (const turn of [0, 1] as const) {
      // Each goes first equally often, and each asks about other days, so that no answer is cached.
      const way = ((turn + Math.abs(index)) % 2) as 0 | 1;
      const { timing } = await ways[way](question.query(1 + 2 * (index + warm) + turn));
      if (index >= 0) taken[way].push(timing.median);
    }
  await Promise.all([rest.close(), graphql.close()]);
  const [ofRest, ofGraphql] = [percentile(taken[0], 0.5), percentile(taken[1], 0.5)];
  return {
    what: `${question.name}: REST beside GraphQL, p50`,
    found: `${formatMs(ofRest)}, ${formatMs(ofGraphql)}`,
    goal: '≤ 1 ms more',
    isMet: ofRest - ofGraphql <= 1,
  };
}

type Way = (query: RawQuery) => Promise<{ readonly texts: readonly string[] }>;

async function expectEqual([rest, graphql]: readonly [Way, Way], query: RawQuery): Promise<void> {
  const answer = JSON.parse((await rest(query)).texts[0] ?? '') as { readonly data?: unknown };
  const { retailData } = parseData((await graphql(query)).texts[0] ?? '') as { retailData: { data: unknown } };
  if (answer.data === undefined || !isDeepStrictEqual(answer.data, retailData.data))
    throw new Error(`${JSON.stringify(query)}: ${JSON.stringify(answer).slice(0, 200)} over REST`);
}
