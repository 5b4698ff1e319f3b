import { type Clock, type Failure, ok, type Result } from '@atrium/domain/core';
import type { ExpectedReason, MeasurementQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer } from '../planner/answer/answer.ts';
import type { AnswerQueries, MeasurementDeps } from '../planner/answer-queries.ts';
import { narrow } from '../planner/plan/scoped-query.ts';
import { ExpectedPoints, withReason } from './expected-points.ts';
import type { FindHolidays } from './holidays.ts';
import { type Asker, KeptHistories, type WantedHistory } from './kept-histories.ts';
import { type ExpectedPlan, planExpected } from './plan-expected.ts';
import type { SlotHistories } from './slot-histories.ts';
import { type DatedEvent, listUnusualDays, type UnusualDays } from './unusual-days.ts';

export interface ExpectedDeps extends Pick<MeasurementDeps, 'sites' | 'facts' | 'ledger'> {
  readonly clock: Clock;
  /** Events of a viewer's sites. */
  readonly events: (scope: Scope) => Promise<ReadonlyMap<number, readonly DatedEvent[]>>;
  readonly findHolidays: FindHolidays;
}

/** Plan of a query, why there is none, or null if the query is answered as it is. */
type Planned = ExpectedPlan | ExpectedReason | null;

/**
 * Adds expected values and ranges to the answers of queries that compare with EXPECTED. Each query takes one more: the
 * history of the days before, which is read together with the query and then cached. Days that may still change are
 * read again.
 */
export function createExpectedAnswers(deps: ExpectedDeps): (answerQueries: AnswerQueries) => AnswerQueries {
  const { sites, facts, ledger, clock, events } = deps;
  const kept = new KeptHistories(ledger);
  const points = new ExpectedPoints();

  return (answerQueries) => async (scope, queries, signal) => {
    if (!queries.some(({ compare }) => compare === 'EXPECTED')) return answerQueries(scope, queries, signal);
    const [topologies, allFacts, datedEvents] = await Promise.all([
      sites.topologies(scope),
      facts(scope),
      events(scope),
    ]);
    await ledger?.open();
    const asker = { scope, facts: allFacts, now: clock.now() };
    const plans = queries.map((query) => planFor(query, asker, topologies));
    const wanted = listWanted(kept, asker, plans);
    const read = wanted.flatMap((one) => (one.query === null ? [] : [one]));
    const answers = await answerQueries(scope, [...queries, ...read.map(({ query }) => query)], signal);
    const found = new Map<string, Result<SlotHistories, Failure>>();
    for (const one of wanted) if (one.query === null) found.set(one.key, ok(one.known));
    for (const [index, one] of read.entries()) {
      const answer = answers[queries.length + index] as Result<Answer, Failure>;
      found.set(one.key, answer.ok ? ok(one.take(answer.value)) : answer);
    }
    return Promise.all(
      queries.map(async (query, index): Promise<Result<Answer, Failure>> => {
        const answer = answers[index] as Result<Answer, Failure>;
        const plan = plans[index] ?? null;
        if (!answer.ok || plan === null) return answer;
        if (typeof plan === 'string') return ok(withReason(answer.value, plan));
        const histories: SlotHistories[] = [];
        for (const history of plan.histories) {
          const one = found.get(kept.keyOf(asker, plan, history)) as Result<SlotHistories, Failure>;
          if (one.ok) histories.push(one.value);
          else if (one.error.code === 'OVERLOADED') return one;
          else return ok(withReason(answer.value, reasonOfFailure(one.error)));
        }
        const unusual = await findUnusual(plan, datedEvents, deps.findHolidays);
        return ok(await points.addTo(answer.value, { query, plan, histories, unusual }));
      }),
    );
  };
}

function planFor(query: MeasurementQuery, { scope, facts, now }: Asker, topologies: readonly Topology[]): Planned {
  if (query.compare !== 'EXPECTED') return null;
  const narrowed = narrow(scope, query, topologies, facts);
  if (!narrowed.ok) return null;
  const sites = narrowed.value.sites.map(({ topology }) => topology);
  return planExpected(query, sites, now);
}

/** Returns each history of the plans once. */
function listWanted(kept: KeptHistories, asker: Asker, plans: readonly Planned[]): readonly WantedHistory[] {
  const wanted = new Map<string, WantedHistory>();
  for (const plan of plans) {
    if (plan === null || typeof plan === 'string') continue;
    for (const history of plan.histories) {
      const key = kept.keyOf(asker, plan, history);
      if (!wanted.has(key)) wanted.set(key, kept.want(asker, plan, history));
    }
  }
  return [...wanted.values()];
}

async function findUnusual(
  { histories, first, last }: ExpectedPlan,
  events: ReadonlyMap<number, readonly DatedEvent[]>,
  findHolidays: FindHolidays,
): Promise<ReadonlyMap<Topology, UnusualDays>> {
  const sites = histories.flatMap((history) => history.sites);
  const days = await Promise.all(
    sites.map((site) => listUnusualDays(site, events.get(site.installationId) ?? [], first, last, findHolidays)),
  );
  return new Map(sites.map((site, index) => [site, days[index] as UnusualDays]));
}

function reasonOfFailure({ code }: Failure): ExpectedReason {
  if (code === 'RANGE_TOO_WIDE') return 'width';
  return code === 'READINGS_GONE' ? 'history' : 'form';
}
