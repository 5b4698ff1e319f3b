import type { Instant } from '@atrium/domain/core';
import {
  type AmountProblem,
  type CorrectionKind,
  doConflict,
  endOfCorrections,
  findAmountProblem,
  findPeriodProblem,
  type PeriodProblem,
} from '@atrium/domain/numbers/readings';

/** Correction as the API takes it. */
export interface WantedCorrection {
  readonly installationId: number;
  readonly deviceId: number;
  readonly kind: CorrectionKind;
  /** Null: all. The generated type of the API's input is mutable. */
  readonly metrics: string[] | null;
  readonly amount: number | null;
  readonly lastLevel: number | null;
  readonly from: Instant;
  /** Null: from then on. */
  readonly to: Instant | null;
}

/** Whether a correction of this kind concerns one metric, and whether it has a number. */
export const hasMetric = (kind: CorrectionKind) => kind === 'scale' || kind === 'set' || kind === 'replaced';
export const hasAmount = (kind: CorrectionKind): kind is 'shift' | 'scale' | 'set' | 'replaced' =>
  kind !== 'void' && kind !== 'exchange';

interface TypedCorrection extends Omit<WantedCorrection, 'metrics'> {
  readonly metric: string;
  readonly to: Instant;
}

/** Returns what the API takes, without the fields that do not belong to the kind. */
export function buildCorrection({ metric, to, ...typed }: TypedCorrection): WantedCorrection {
  const { kind, amount, lastLevel } = typed;
  return {
    ...typed,
    metrics: hasMetric(kind) ? [metric] : null,
    amount: hasAmount(kind) ? amount : null,
    lastLevel: kind === 'replaced' ? lastLevel : null,
    to: kind === 'replaced' ? null : to,
  };
}

/** Correction of the same device, as far as it excludes others. */
interface OtherCorrection {
  readonly kind: string;
  readonly metrics?: readonly string[] | null;
  readonly amount?: number | null;
  readonly from: Instant;
  readonly to: Instant;
}

export type CorrectionProblem = PeriodProblem | 'overlaps' | 'amount';

const numberProblem: Readonly<Record<AmountProblem, CorrectionProblem>> = { amount: 'amount', lastLevel: 'amount' };

/** Returns why a correction is not possible; null if it is. A missing amount is not a problem yet. */
export function findCorrectionProblem(
  wanted: WantedCorrection,
  corrections: readonly OtherCorrection[],
  now: Instant,
): CorrectionProblem | null {
  const change = { ...wanted, to: wanted.to ?? endOfCorrections, descriptors: null };
  const problem = findPeriodProblem(change, now);
  if (problem !== null) return problem;
  if (hasAmount(wanted.kind) && wanted.amount === null) return null;
  const wrong = findAmountProblem(wanted);
  if (wrong !== null) return numberProblem[wrong];
  const isTaken = corrections.some(({ kind, metrics = null, amount = null, from, to }) =>
    doConflict(change, {
      kind: kind as CorrectionKind,
      metrics,
      amount,
      lastLevel: null,
      descriptors: null,
      from,
      to,
    }),
  );
  return isTaken ? 'overlaps' : null;
}
