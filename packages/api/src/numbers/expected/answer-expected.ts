import { addDays, type Clock, type Failure, ok, type Result } from '@atrium/domain/core';
import type { ExpectedReason, MeasurementQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer } from '../planner/answer/answer.ts';
import type { AnswerQueries, MeasurementDeps } from '../planner/answer-queries.ts';
import { narrow } from '../planner/plan/scoped-query.ts';
import { hasTooFew, replaceTooFew, withReason } from './compared-rows.ts';
import { ExpectedPoints, type ExpectedSources } from './expected-points.ts';
import type { FindHolidays } from './holidays.ts';
import { type Asker, KeptHistories, readAskedDays, type WantedHistory } from './kept-histories.ts';
import { type ExpectedPlan, type HistoryPlan, planExpected } from './plan-expected.ts';
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

/** An answer, or the sources to complete it with parts of its points left out. */
type Drafted = { readonly answer: Result<Answer, Failure>; readonly lacking: ExpectedSources | null };

/**
 * Adds expected values and ranges to the answers of queries that compare with EXPECTED, and compares with them. Each
 * query takes one more: the history of the days before, which is read together with the query and then cached. Days
 * that may still change are read again. While sensors are silent or a site has no expected value, the queried days are
 * read by part as well. What nothing can be expected of is compared with the mean of the same weekdays.
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
    const own = queries.map((query, index) => (typeof plans[index] === 'string' ? withMean(query) : query));
    const answers = await answerQueries(scope, [...own, ...read.map(({ query }) => query)], signal);
    const found = new Map<string, Result<SlotHistories, Failure>>();
    for (const one of wanted) if (one.query === null) found.set(one.key, ok(one.known));
    for (const [index, one] of read.entries()) {
      const answer = answers[queries.length + index] as Result<Answer, Failure>;
      found.set(one.key, answer.ok ? ok(one.take(answer.value)) : answer);
    }
    const drafted = await Promise.all(
      queries.map(async (query, index): Promise<Drafted> => {
        const answer = answers[index] as Result<Answer, Failure>;
        const plan = plans[index] ?? null;
        if (!answer.ok || plan === null) return { answer, lacking: null };
        if (typeof plan === 'string') return { answer: ok(withReason(answer.value, plan)), lacking: null };
        const histories: SlotHistories[] = [];
        for (const history of plan.histories) {
          const one = found.get(kept.keyOf(asker, history)) as Result<SlotHistories, Failure>;
          if (one.ok) histories.push(one.value);
          else if (one.error.code === 'OVERLOADED') return { answer: one, lacking: null };
          else return { answer: ok(withReason(answer.value, reasonOfFailure(one.error))), lacking: null };
        }
        const unusual = await findUnusual(plan, datedEvents, deps.findHolidays);
        const sources = { query, plan, histories, asked: null, unusual };
        const { answer: whole, lacksParts } = await points.addTo(answer.value, sources);
        return { answer: ok(whole), lacking: lacksParts ? sources : null };
      }),
    );
    const ask = (more: readonly MeasurementQuery[]) => answerQueries(scope, more, signal);
    return compareMeans(queries, plans, await compareParts(drafted, points, ask), ask);
  };
}

type Ask = (queries: readonly MeasurementQuery[]) => ReturnType<AnswerQueries>;

/** Compares answers again in which something is missing, over the parts known on both sides. */
async function compareParts(
  drafted: readonly Drafted[],
  points: ExpectedPoints,
  ask: Ask,
): Promise<readonly Result<Answer, Failure>[]> {
  const parts = drafted.flatMap(({ lacking }) =>
    lacking === null
      ? []
      : lacking.plan.histories.map(({ asked, queryOf }) => queryOf(asked.first, addDays(asked.last, 1))),
  );
  if (parts.length === 0) return drafted.map(({ answer }) => answer);
  const answers = [...(await ask(parts))];
  return Promise.all(
    drafted.map(async ({ answer, lacking }) => {
      if (!answer.ok || lacking === null) return answer;
      const { plan } = lacking;
      const asked: SlotHistories[] = [];
      for (const [index, one] of answers.splice(0, plan.histories.length).entries()) {
        if (!one.ok) return one;
        asked.push(readAskedDays(one.value, plan, plan.histories[index] as HistoryPlan));
      }
      return ok((await points.addTo(answer.value, { ...lacking, asked })).answer);
    }),
  );
}

/**
 * Compares totals of which too little is known by hour with the mean of the same weekdays: a sensor that is silent all
 * day leaves no hour whole, while the other sensors can be compared.
 */
async function compareMeans(
  queries: readonly MeasurementQuery[],
  plans: readonly Planned[],
  answers: readonly Result<Answer, Failure>[],
  ask: Ask,
): Promise<readonly Result<Answer, Failure>[]> {
  const isLittle = answers.map((answer, index) => {
    const plan = plans[index] ?? null;
    return answer.ok && plan !== null && typeof plan !== 'string' && plan.total !== null && hasTooFew(answer.value);
  });
  const lacking = queries.filter((_, index) => isLittle[index]);
  if (lacking.length === 0) return answers;
  const means = [...(await ask(lacking.map(withMean)))];
  return answers.map((answer, index) => {
    if (!answer.ok || !isLittle[index]) return answer;
    const mean = means.shift() as Result<Answer, Failure>;
    return mean.ok ? ok(replaceTooFew(answer.value, mean.value)) : mean;
  });
}

const withMean = (query: MeasurementQuery): MeasurementQuery => ({ ...query, compare: 'USUAL' });

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
      const key = kept.keyOf(asker, history);
      if (!wanted.has(key)) wanted.set(key, kept.want(asker, plan, history));
    }
  }
  return [...wanted.values()];
}

async function findUnusual(
  { histories }: ExpectedPlan,
  events: ReadonlyMap<number, readonly DatedEvent[]>,
  findHolidays: FindHolidays,
): Promise<ReadonlyMap<Topology, UnusualDays>> {
  const days = await Promise.all(
    histories.flatMap(({ sites, first, asked: { last } }) =>
      sites.map(async (site) => {
        const own = events.get(site.installationId) ?? [];
        return [site, await listUnusualDays(site, own, first, last, findHolidays)] as const;
      }),
    ),
  );
  return new Map(days);
}

function reasonOfFailure({ code }: Failure): ExpectedReason {
  if (code === 'RANGE_TOO_WIDE') return 'width';
  return code === 'READINGS_GONE' ? 'history' : 'form';
}
