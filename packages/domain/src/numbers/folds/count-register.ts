import type { Instant } from '../../core/index.ts';

/** Milliseconds after which a register that is still below its highest value starts anew. */
export const backForMs = 86_400_000;

/** State of a meter's register after the samples read so far. */
export interface RegisterState {
  readonly last: number;
  /** Already counted; only values above it count. */
  readonly highest: number;
  /** When it stepped back; set while it is below its highest value. */
  readonly backSince: Instant | null;
}

/** Result of one sample. */
export interface RegisterStep {
  readonly line: RegisterState;
  readonly amount: number;
  /** Whether the register is below its highest value. Nothing counts then. */
  readonly isBack: boolean;
}

/** Returns the state after the first sample. */
export const startRegister = (stand: number): RegisterState => ({ last: stand, highest: stand, backSince: null });

/**
 * Reads the next sample of a register. A fall is one of three:
 *
 * - a wrap, if a rollover is declared and the register fell by more than half of it;
 * - a reset, which counts from 0, if less than a tenth is left;
 * - otherwise a step back, which counts nothing.
 */
export function countRegister(line: RegisterState, at: Instant, stand: number, rollover: number): RegisterStep {
  const { last, highest, backSince } = line;
  const forward = (amount: number): RegisterStep => ({ line: startRegister(stand), amount, isBack: false });
  if (stand < last && rollover > 0 && stand - last + rollover < rollover / 2)
    return forward(Math.max(0, stand - highest + rollover));
  if (stand < last && stand < last / 10) return forward(stand);
  if (stand >= highest) return forward(stand - highest);
  const since = backSince ?? at;
  if (at - since >= backForMs) return { line: startRegister(stand), amount: 0, isBack: true };
  return { line: { last: stand, highest, backSince: since }, amount: 0, isBack: true };
}
