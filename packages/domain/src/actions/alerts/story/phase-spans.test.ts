import fc from 'fast-check';
import { expect, it } from 'vitest';
import { phases } from '../engine/state.ts';
import { listPhaseSpans } from './phase-spans.ts';

it('returns the phases between changes, with the one before the first change', () => {
  const steps = [
    { at: 10, from: 'ok', to: 'pending' },
    { at: 20, from: 'pending', to: 'firing' },
    { at: 25, from: null, to: null },
    { at: 40, from: 'firing', to: 'ok' },
  ] as const;
  expect(listPhaseSpans(steps, { from: 0, to: 50 })).toEqual([
    { phase: 'ok', from: 0, to: 10 },
    { phase: 'pending', from: 10, to: 20 },
    { phase: 'firing', from: 20, to: 40 },
    { phase: 'ok', from: 40, to: 50 },
  ]);
});

it('is empty without a change: then the phase is unknown', () => {
  expect(listPhaseSpans([{ at: 3, from: null, to: null }], { from: 0, to: 50 })).toEqual([]);
});

it('covers the span without gaps and without overlaps, whatever the changes', () => {
  const change = fc.record({
    at: fc.integer({ min: -20, max: 70 }),
    from: fc.constantFrom(...phases),
    to: fc.constantFrom(...phases),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1 }), (steps) => {
      const spans = listPhaseSpans(steps, { from: 0, to: 50 });
      expect([0, ...spans.map(({ to }) => to)]).toEqual([...spans.map(({ from }) => from), 50]);
      for (const { phase, from } of spans) {
        const last = steps
          .filter(({ at }) => at <= from)
          .toSorted((one, other) => one.at - other.at)
          .at(-1);
        if (last) expect(phase).toBe(last.to);
      }
    }),
  );
});
