import type { Instant } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import { forecastFull } from '@atrium/domain/numbers/expected';
import { aSite } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerQueries } from '../../numbers/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { createExpectedFlows, findFullAt } from './expected-flows.ts';

const quarter = 900_000;
const now = Date.parse('2026-03-02T09:00:00Z');
const site = aSite(1, { timezone: 'UTC' });
const scope = systemScope(site.organizationId);

/** Answers with these expected values of each quarter from now on. Null: none has a range. */
function answering(expected: Readonly<Record<string, readonly (number | null)[]>>) {
  const calls: string[][] = [];
  const answerQueries = (async (_scope: unknown, queries: readonly MeasurementQuery[]) => {
    calls.push(queries.map(({ metric, compare }) => `${metric} ${compare}`));
    return queries.map(({ metric }) => ({
      ok: true,
      value: {
        granularity: 900,
        data: (expected[metric] ?? []).map((value, index) => ({
          label: new Date(now + index * quarter).toISOString(),
          value: null,
          expected: { value: 5, ...(value === null ? { reason: 'gaps' } : { value, reason: null }) },
        })),
      },
    }));
  }) as unknown as AnswerQueries;
  return { calls, answerQueries };
}

const failOnError = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};

describe('expected flows of a screen', () => {
  test('are those of the quarters that have a range on both sides', async () => {
    const { answerQueries } = answering({ affluenceIn: [9, null, 7], affluenceOut: [4, 5, 6] });
    expect(await createExpectedFlows(answerQueries, failOnError)(scope, site, now)).toEqual([
      { from: now, to: now + quarter, in: 9, out: 4 },
      { from: now + 2 * quarter, to: now + 3 * quarter, in: 7, out: 6 },
    ]);
  });

  test('are read once per site and quarter, however many displays ask', async () => {
    const { answerQueries, calls } = answering({ affluenceIn: [9], affluenceOut: [4] });
    const flows = createExpectedFlows(answerQueries, failOnError);
    await Promise.all([0, 1, quarter - 1].map((later) => flows(scope, site, now + later)));
    expect(calls).toEqual([['affluenceIn EXPECTED', 'affluenceOut EXPECTED']]);
    await flows(scope, site, now + quarter);
    expect(calls).toHaveLength(2);
    await flows(scope, { ...site }, now + quarter);
    expect(calls).toHaveLength(3);
  });

  test('are none when they cannot be read', async () => {
    const logged: string[] = [];
    const broken = createExpectedFlows(
      () => Promise.reject(new Error('down')),
      (message) => logged.push(message),
    );
    expect(await broken(scope, site, now)).toEqual([]);
    expect(logged).toHaveLength(1);
  });
});

test('the time on a screen is one of five minutes, ahead of now, before closing, and next to the forecast', () => {
  fc.assert(
    fc.property(
      fc.nat(quarter),
      fc.nat(99),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 1, maxLength: 12 }),
      (later, inside, quarters, nets) => {
        const flows = nets.map((net, index) => ({
          from: now + index * quarter,
          to: now + (index + 1) * quarter,
          in: Math.max(0, net),
          out: Math.max(0, -net),
        }));
        const filling = { now: now + later, inside, limit: 100, closing: now + quarters * quarter, flows };
        const [shown, exact] = [findFullAt(filling), forecastFull(filling)];
        if (exact === null || shown === null) {
          expect(shown).toBeNull();
          if (exact !== null) expect(filling.closing - exact).toBeLessThanOrEqual(300_000);
          return;
        }
        expect(shown % 300_000).toBe(0);
        expect(shown).toBeGreaterThan(filling.now);
        expect(shown).toBeLessThan(filling.closing);
        expect(Math.abs(shown - (exact as Instant))).toBeLessThanOrEqual(300_000);
      },
    ),
  );
});
