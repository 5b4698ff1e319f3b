import { type AlertCondition, getConditionType } from '@atrium/domain/actions/alerts';
import { addDays, granularity, type Instant, type LocalDate, toSiteDay } from '@atrium/domain/core';
import type { ExpectedPoint, MeasurementQuery } from '@atrium/domain/numbers';
import { expectedReach } from '@atrium/domain/numbers/expected';
import type { AnswerQueries } from '../../../numbers/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Site } from '../../../sites/index.ts';
import { buildExpectedQuery } from '../engine/observe.ts';

/** What is expected now of the metric that a condition compares. */
export interface AlertExpectation extends ExpectedPoint {
  /** First day with a known value, if that is why there is no range. Null: another reason, or nothing is known. */
  readonly historySince: LocalDate | null;
}

/** Reads what is expected of the present interval. Null for conditions that do not compare with it. */
export async function readExpectation(
  answerQueries: AnswerQueries,
  scope: Scope,
  site: Site,
  condition: AlertCondition,
  now: Instant,
  signal?: AbortSignal,
): Promise<AlertExpectation | null> {
  const type = getConditionType(condition.type);
  const [watch] = type.watches(condition, { site: site.topology, eventLimit: null });
  if (type.measure(condition) === 'value' || watch === undefined) return null;
  const today = toSiteDay(site.topology, now);
  const query = buildExpectedQuery(watch, { site, condition, span: { from: now, to: now } });
  const [answer] = await answerQueries(scope, [query], signal);
  if (answer === undefined || !answer.ok) return null;
  const begun = answer.value.data.filter(({ label }) => Date.parse(label) <= now);
  const expected = (begun.at(-1) ?? answer.value.data[0])?.expected;
  if (expected === undefined) return null;
  if (expected.reason !== 'history') return { ...expected, historySince: null };
  const [daily] = await answerQueries(scope, [toDailyQuery(query, today)], signal);
  const first = daily?.ok === true ? daily.value.data.find(({ value }) => typeof value === 'number') : undefined;
  return { ...expected, historySince: first === undefined ? null : (first.label.slice(0, 10) as LocalDate) };
}

/** Returns the query of all days that an expected value looks back to. */
function toDailyQuery(query: MeasurementQuery, today: LocalDate): MeasurementQuery {
  return {
    ...query,
    compare: null,
    granularity: granularity.day,
    groupBy: [{ type: 'DATE', granularity: granularity.day, period: null, ids: null }],
    periods: [{ kind: 'days', days: { from: addDays(today, -expectedReach), to: addDays(today, 1) } }],
  };
}
