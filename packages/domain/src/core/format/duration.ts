export interface DurationPart {
  readonly amount: string;
  readonly unit: 'h' | 'm' | 's';
}

/**
 * Seconds as the two largest parts that matter: `1 h 05 m`, `23 m 45 s`, `8 s`. Null for what is no duration.
 * Parts, not text, because a card sets the units smaller than the figures and each language names them itself.
 */
export function durationParts(seconds: number | null | undefined): readonly DurationPart[] | null {
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
