import { type Failure, failure, type Result } from '@atrium/domain/core';
import {
  aggregations,
  compareModes,
  groupByTypes,
  type LabelledValue,
  type MeasurementQuery,
  type Metric,
  metrics,
  type RawQuery,
} from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { taggedSite } from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { during, plainFacts, scopeOf } from '../testing/ask.ts';
import { loadTagFacts } from '../testing/random-world.ts';
import { store } from '../testing/store.ts';
import type { Answer } from './answer/answer.ts';
import { createAnswerQueries } from './answer-queries.ts';
import { planQuery } from './plan/plan-query.ts';
import { assumeReported } from './plan/reporting-places.ts';
import { narrow } from './plan/scoped-query.ts';

const stores = useTestStores();
const organization = 71_000;
const random = new Random(5);
const place = places[0] as (typeof places)[number];
const site: Topology = taggedSite(random, randomSite(random, organization, place), place[1]);
const begin = Date.parse('2026-03-27T23:00:00Z');
const day = 86_400_000;
const now = begin + 2 * day;
const filters = { conditions: [during('2026-03-28/2026-03-30')] };

beforeAll(() => store(stores.analytics, site, randomStream(random, site, begin, now)));

const grouped = [
  ...groupByTypes.map((type) => ({ type, ...(type === 'DATE' ? { granularity: 3600 } : {}) })),
  { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' },
];

/** Builds every single-step query of a metric: each grouping with each aggregation, and each comparison. */
function questionsOf({ id }: Metric): RawQuery[] {
  const groups = [[], ...grouped.map((one) => [one])];
  return [
    ...groups.flatMap((groupBy) => aggregations.map((aggregation) => ({ metric: id, aggregation, groupBy, filters }))),
    ...compareModes.map((compare) => ({ metric: id, compare, filters })),
  ];
}

const checked = metrics.flatMap((metric) => questionsOf(metric).map((raw) => ({ raw, parsed: parseQuery(raw) })));
const accepted = checked.flatMap(({ raw, parsed }) => (parsed.ok ? [{ raw, query: parsed.value }] : []));
const wordsOf = ({ metric, aggregation, groupBy, compare }: RawQuery) =>
  [metric, aggregation, groupBy?.[0]?.type, compare].join(' ');

describe('every metric by every grouping in every aggregation', () => {
  test('is accepted, or rejected with a reason that names the metric and what does not fit it', () => {
    const reasons = checked.flatMap(({ raw, parsed }) => (parsed.ok ? [] : [{ raw, error: parsed.error }]));
    expect(accepted.length).toBeGreaterThan(5000);
    for (const { raw, error } of reasons) {
      expect(error.code, wordsOf(raw)).toBe('BAD_INPUT');
      expect(error.message, wordsOf(raw)).toContain(raw.metric);
      const other = [raw.aggregation, raw.groupBy?.[0]?.type, raw.compare].filter((word) => word != null);
      expect(
        other.some((word) => error.message.includes(word)),
        `${wordsOf(raw)}: ${error.message}`,
      ).toBe(true);
    }
  });

  test('has a plan once it is accepted', async () => {
    const facts = await loadTagFacts();
    const scope = scopeOf(organization);
    const refused = accepted.flatMap(({ raw, query }): string[] => {
      const scoped = narrow(scope, query, [site], facts);
      const plans = scoped.ok ? planQuery(scoped.value, now, assumeReported) : scoped;
      return plans.ok ? [] : [`${wordsOf(raw)}: ${plans.error.message}`];
    });
    expect(refused).toEqual([]);
  });

  test('has numbers, or says that none are known', async () => {
    // Each aggregation alone, each grouping with the metric's own, and each comparison; the steps are independent.
    const some = accepted.filter(({ raw }) => raw.groupBy?.length !== 1 || raw.aggregation === own(raw.metric));
    expect(some.length).toBeGreaterThan(1000);
    const wrong: string[] = [];
    for (let first = 0; first < some.length; first += 400) {
      const part = some.slice(first, first + 400);
      const answers = await answered(part.map(({ query }) => query));
      for (const [index, { raw }] of part.entries()) {
        const answer = answers[index] as Result<Answer, Failure>;
        if (!answer.ok) wrong.push(`${wordsOf(raw)}: ${answer.error.message}`);
        else if (!isSound(answer.value.data)) wrong.push(`${wordsOf(raw)}: ${JSON.stringify(answer.value.data)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});

const own = (id: string) =>
  checked.find(({ raw, parsed }) => raw.metric === id && raw.groupBy?.length === 0 && parsed.ok)?.raw.aggregation;

async function answered(queries: readonly MeasurementQuery[]): Promise<readonly Result<Answer, Failure>[]> {
  const answerQueries = createAnswerQueries({
    analytics: stores.analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    facts: loadTagFacts,
    clock: aClock(now),
  });
  return answerQueries(scopeOf(organization), queries).catch((thrown: unknown) =>
    queries.map(() => ({ ok: false, error: failure('INTERNAL', `thrown: ${thrown}`) })),
  );
}

/** Whether each leaf is a finite number, or null with a state. */
function isSound(values: readonly LabelledValue[]): boolean {
  return values.every(({ value, state, label }) => {
    if (label === '') return false;
    if (Array.isArray(value)) return isSound(value as readonly LabelledValue[]);
    return state === undefined ? Number.isFinite(value) : value === null;
  });
}
