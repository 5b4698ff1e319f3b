import { dayOf, type Instant, spanOfDay } from '@atrium/domain/core';
import { type LabelledValue, quantitiesOf, queryKey } from '@atrium/domain/measurements';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { DayLedger } from '../rollups/index.ts';
import type { Answer } from './answer/answer.ts';
import { reportingMargin } from './evaluate/reporting/reporting.ts';
import type { Plan } from './plan/plan-query.ts';
import type { ScopedQuery } from './plan/scoped-query.ts';

/** Answers about days that are over, handed out again for as long as nothing they stand on has changed. */
export interface KeptAnswers {
  /** null: none is kept, or something changed since. */
  find(scope: Scope, asked: ScopedQuery): Answer | null;
  /**
   * To be called before anything is read. What it answers keeps the answer made since, unless it may still change by
   * itself or something was written meanwhile.
   */
  keeper(scope: Scope, asked: ScopedQuery, plans: readonly Plan[], now: Instant): (answer: Answer) => void;
}

interface Kept {
  readonly answer: Answer;
  /** Readings from then on have no say in it. */
  readonly until: Instant;
  /** Of the readings before: `DayLedger.generationBefore`. */
  readonly generation: number;
  /** Values it holds, which is what it takes of the bounds. */
  readonly size: number;
}

/** What all kept answers may be together: some tens of megabytes. */
const bounds = { answers: 2000, values: 200_000 };

/**
 * An answer belongs to whoever sees the same sites of the same organization and asks the same. Sites and settings are
 * never changed in place, so what was built from other ones is found by nobody any more; a reading written to any day
 * that has a say outdates it. What was asked for least lately makes room.
 */
export function keepAnswers(ledger: DayLedger, { answers, values } = bounds): KeptAnswers {
  const kept = new Map<string, Kept>();
  const numberOf = numbering();
  let size = 0;

  const keyOf = (scope: Scope, { query, sites, facts }: ScopedQuery) =>
    JSON.stringify([
      scope.organizationId,
      scope.installationIds === null ? null : [...scope.installationIds].sort((left, right) => left - right),
      sites.map(({ topology }) => numberOf(topology)),
      numberOf(facts.tagCategories),
      numberOf(facts.settings),
      ledger.keptSince(scope.organizationId),
      queryKey(query),
    ]);
  const generationOf = ({ organizationId, sites }: ScopedQuery, until: Instant) =>
    ledger.generationBefore(
      organizationId,
      sites.map(({ topology }) => topology.installationId),
      until,
    );
  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const put = (key: string, one: Kept) => {
    drop(key);
    if (one.size > values / 10) return;
    kept.set(key, one);
    size += one.size;
    for (const oldest of kept.keys()) {
      if (kept.size <= answers && size <= values) return;
      drop(oldest);
    }
  };

  return {
    find(scope, asked) {
      const key = keyOf(scope, asked);
      const found = kept.get(key);
      if (found === undefined) return null;
      const isCurrent = generationOf(asked, found.until) === found.generation;
      drop(key);
      if (isCurrent) put(key, found);
      return isCurrent ? found.answer : null;
    },

    keeper(scope, asked, plans, now) {
      const until = endOf(plans);
      if (until === null || until > now) return () => {};
      const [key, generation] = [keyOf(scope, asked), generationOf(asked, until)];
      if (generation === null) return () => {};
      return (answer) => {
        if (generationOf(asked, until) === generation) put(key, { answer, until, generation, size: sizeOf(answer) });
      };
    },
  };
}

/**
 * From when on neither readings nor the passing of time have a say: the end of the last day asked about (of which some
 * metrics look at the whole) and of what is read around it. null: what else is read may change whenever.
 */
function endOf(plans: readonly Plan[]): Instant | null {
  if (plans.some(({ metric }) => quantitiesOf(metric).some(({ expression }) => expression.type === 'sales')))
    return null;
  const ends = plans.flatMap(({ sites }) =>
    sites.flatMap(({ topology, spans }) =>
      spans.map((span) => spanOfDay(topology, dayOf(topology, span.to - 1)).to + reportingMargin(topology)),
    ),
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Each object by a number of its own, for as long as it lives. */
function numbering(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const number = numbers.get(object) ?? ++last;
    numbers.set(object, number);
    return number;
  };
}

function sizeOf({ data, comparison, evolution, coverage }: Answer): number {
  const count = (values: readonly LabelledValue[]): number =>
    values.reduce((sum, { value }) => sum + 1 + (Array.isArray(value) ? count(value) : 0), 0);
  return 1 + count(data) + count(comparison ?? []) + count(evolution ?? []) + coverage.silent.length;
}
