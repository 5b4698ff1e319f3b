export interface DurationPart {
  readonly amount: string;
  readonly unit: 'h' | 'm' | 's';
}

/**
 * Splits seconds into the two largest parts: `1 h 05 m`, `23 m 45 s`, `8 s`. Null for an invalid duration. Returns
 * parts rather than text, since cards show units smaller than figures, and languages name them themselves.
 */
export function splitDuration(seconds: number | null | undefined): readonly DurationPart[] | null {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return null;
  const whole = Math.round(seconds);
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = whole % 60;
  if (h > 0) return [part(h, 'h'), part(m, 'm', true)];
  if (m > 0) return [part(m, 'm'), part(s, 's', true)];
  return [part(s, 's')];
}

function part(amount: number, unit: DurationPart['unit'], padded = false): DurationPart {
  return { amount: padded ? String(amount).padStart(2, '0') : String(amount), unit };
}
