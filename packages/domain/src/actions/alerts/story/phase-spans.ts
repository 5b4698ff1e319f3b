import type { Instant, Span } from '../../../core/index.ts';
import type { Phase } from '../engine/state.ts';

/** A change of phase of an alert at its place. */
interface PhaseStep {
  readonly at: Instant;
  readonly from: Phase | null;
  readonly to: Phase | null;
}

export interface PhaseSpan extends Span {
  readonly phase: Phase;
}

/** Returns the phases of an alert within a span, oldest first, from its changes. Steps without a phase are left out. */
export function listPhaseSpans(steps: readonly PhaseStep[], { from, to }: Span): readonly PhaseSpan[] {
  const changes = steps.filter((step) => step.to !== null).toSorted((one, other) => one.at - other.at);
  const [first] = changes;
  if (first === undefined) return [];
  const before = { at: from, to: first.from ?? 'ok' };
  return [before, ...changes]
    .map((step, index): PhaseSpan => {
      const next = changes[index]?.at ?? to;
      return { phase: step.to as Phase, from: Math.max(from, step.at), to: Math.min(to, next) };
    })
    .filter((span) => span.from < span.to);
}
