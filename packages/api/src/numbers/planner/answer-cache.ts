import { type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { getQuantities, getQueryKey, type LabelledValue, settledAfterMs } from '@atrium/domain/numbers';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import type { Answer } from './answer/answer.ts';
import { getReportingMargin } from './evaluate/reporting/reporting.ts';
import type { Plan } from './plan/plan-query.ts';
import type { ScopedQuery } from './plan/scoped-query.ts';
import { VersionedCache } from './versioned-cache.ts';

/** Cache of answers about past days, valid as long as nothing they depend on has changed. */
export interface AnswerCache {
  /** Returns the cached answer; null when there is none or something changed since. */
  find(scope: Scope, asked: ScopedQuery): Answer | null;
  /**
   * Call before reading. Returns a function that caches the answer, unless it may still change by itself or a write
   * happened in the meantime.
   */
  keeper(scope: Scope, asked: ScopedQuery, plans: readonly Plan[], now: Instant): (answer: Answer) => void;
}

interface CachedAnswer {
  readonly answer: Answer;
  /** Readings from then on do not affect it. */
  readonly until: Instant;
}

/** Bounds of the whole cache: some tens of megabytes. */
const bounds = { answers: 2000, values: 200_000 };

/**
 * Caches answers by visible sites, organization and query.
 *
 * Sites and settings are immutable, so an answer based on older objects is never found again. A write to any day that
 * affects an answer invalidates it.
 */
export function createAnswerCache(ledger: DirtyDays, { answers, values } = bounds): AnswerCache {
  const kept = new VersionedCache<CachedAnswer>({ entries: answers, size: values, largest: values / 10 });
  const numberOf = numbering();

  const keyOf = (scope: Scope, { query, sites, facts }: ScopedQuery) =>
    JSON.stringify([
      scope.organizationId,
      scope.installationIds === null ? null : [...scope.installationIds].sort((left, right) => left - right),
      sites.map(({ topology }) => numberOf(topology)),
      numberOf(facts.tagCategories),
      numberOf(facts.settings),
      ledger.keptSince(scope.organizationId),
      getQueryKey(query),
    ]);
  const generationOf = ({ organizationId, sites }: ScopedQuery, until: Instant) =>
    ledger.generationBefore(
      organizationId,
      sites.map(({ topology }) => topology.installationId),
      until,
    );

  return {
    find(scope, asked) {
      return kept.find(keyOf(scope, asked), ({ until }) => generationOf(asked, until))?.answer ?? null;
    },

    keeper(scope, asked, plans, now) {
      const isMetered = plans.some((plan) => hasQuantity(plan, 'metered'));
      const end = endOf(plans);
      if (end === null) return () => {};
      const until = isMetered ? end + 2 * settledAfterMs : end;
      if (until > now) return () => {};
      const keep = kept.keeper(keyOf(scope, asked), () => generationOf(asked, until));
      return (answer) => {
        // A sample of any later time may correct consumption that is partial.
        if (isMetered && [answer.data, answer.comparison ?? []].some(isPartlyKnown)) return;
        keep({ answer, until }, sizeOf(answer));
      };
    },
  };
}

/**
 * Returns the instant from which neither readings nor time affect the answer. It is the end of the last queried day
 * (some metrics read it whole) and of the read margin. Null: other inputs may change at any time.
 */
function endOf(plans: readonly Plan[]): Instant | null {
  if (plans.some((plan) => hasQuantity(plan, 'sales'))) return null;
  const ends = plans.flatMap(({ sites }) =>
    sites.flatMap(({ topology, spans }) =>
      spans.map((span) => toDaySpan(topology, toSiteDay(topology, span.to - 1)).to + getReportingMargin(topology)),
    ),
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

const hasQuantity = ({ metric }: Plan, type: 'sales' | 'metered'): boolean =>
  getQuantities(metric).some(({ expression }) => expression.type === type);

const isPartlyKnown = (values: readonly LabelledValue[]): boolean =>
  values.some(({ value, state, partial }) =>
    Array.isArray(value) ? isPartlyKnown(value) : partial === true || state === 'missing',
  );

/** Assigns each object a number for as long as it lives. */
export function numbering(): (object: object) => number {
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
