import type { Failure, Instant, Result } from '@atrium/domain/core';
import { defaultSettings, type LabelledValue, type MeasurementQuery, type RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { Topology } from '@atrium/domain/sites';
import { aClock } from '@atrium/testkit/time';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { createExpectedAnswers } from '../expected/answer-expected.ts';
import type { DatedEvent } from '../expected/unusual-days.ts';
import type { Answer } from '../planner/answer/answer.ts';
import { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from '../planner/answer-queries.ts';

export type { DatedEvent } from '../expected/unusual-days.ts';

/** Creates a function that queries sites at an instant, as a viewer of all of them by default. */
export function createQuerier(
  analytics: () => AnalyticsStore,
  sites: readonly Topology[],
  now: Instant,
  known: Partial<Pick<MeasurementDeps, 'facts' | 'sales' | 'corrections' | 'ledger' | 'kept'>> = {},
) {
  const viewer = scopeOf(sites[0]?.organizationId ?? 1);
  const ask = async (raw: RawQuery, scope = viewer): Promise<Result<Answer, Failure>> => {
    const query = parseQuery(raw);
    if (!query.ok) return query;
    const answerQueries = createAnswerQueries({
      analytics: analytics(),
      sites: { topologies: async () => sites },
      ...plainFacts,
      ...known,
      clock: aClock(now),
    });
    const [answer] = await answerQueries(scope, [query.value]);
    return answer as Result<Answer, Failure>;
  };
  return ask;
}

/** Creates a function that answers queries about sites at an instant, also those that compare with EXPECTED. */
export function answerWithExpected(
  analytics: AnalyticsStore,
  sites: readonly Topology[],
  now: Instant,
  events: ReadonlyMap<number, readonly DatedEvent[]> = new Map(),
): AnswerQueries {
  const deps = { ...plainFacts, sites: { topologies: async () => sites }, clock: aClock(now) };
  const withExpected = createExpectedAnswers({
    ...deps,
    events: async () => events,
    findHolidays: async () => new Map(),
  });
  return withExpected(createAnswerQueries({ ...deps, analytics }));
}

/** Parses a query; throws if it is rejected. */
export function parseValidQuery(raw: RawQuery): MeasurementQuery {
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(`${JSON.stringify(raw)}: ${query.error.message}`);
  return query.value;
}

/** No tags, settings or sales. */
export const plainFacts: Pick<MeasurementDeps, 'facts' | 'sales'> = {
  facts: async () => ({ tagCategories: [], settings: defaultSettings }),
  sales: { sums: async (sites) => sites.map(() => []), coveredDays: async (sites) => sites.map(() => new Map()) },
};

/** Creates the scope of an organization's viewer, optionally limited to some sites. */
export function scopeOf(organizationId: number, installationIds: readonly number[] | null = null): Scope {
  return { organizationId, installationIds, role: 'user', rights: {} } as unknown as Scope;
}

/** Converts values to `[label, value]` pairs, nested as in the answer; missing and closed become those words. */
export function toPairs(values: readonly LabelledValue[]): unknown[] {
  return values.map(({ label, value, state }) => [label, Array.isArray(value) ? toPairs(value) : (state ?? value)]);
}

/** Returns the answer's data as pairs; throws if the query was rejected. */
export function getPairs(answer: Result<Answer, Failure>): unknown[] {
  if (!answer.ok) throw new Error(`refused: ${answer.error.message}`);
  return toPairs(answer.value.data);
}

export const during = (text: string) => ({ criterion: 'DATE', values: [text] });
export const zones = (...ids: number[]) => ({ criterion: 'ZONES', values: ids.map(String) });
