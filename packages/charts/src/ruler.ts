import type { UsualRange } from '@atrium/domain/numbers';

/** Height of a ruler, px. */
export const rulerHeight = 10;
/** Widths of a ruler, px. */
export const rulerWidths = { usual: 96, narrow: 64 } as const;
/** Distance of a dot from the end beyond which its value lies, px. */
const beyondInset = 12;
/** Space that a dot needs, px. */
const dotRoom = 6;

export interface RulerLayout {
  /** The usual range: the middle third of every ruler, so that a column of rulers can be read by its dots. */
  readonly band: { readonly x: number; readonly width: number };
  /** Center of the value's dot, px from the start. */
  readonly dot: number;
  /** Center of the tick at the usual value, px from the start. */
  readonly tick: number;
  /** The end beyond which the value lies; null if it is on the scale. */
  readonly beyond: 'start' | 'end' | null;
}

/**
 * Lays out a value against its usual value and range on a ruler of that width, px. `isMirrored` puts small values on the right. A range without
 * width has everything else beyond its ends.
 */
export function layoutRuler(
  { value, usual, range }: { readonly value: number; readonly usual: number; readonly range: UsualRange },
  width: number,
  isMirrored: boolean,
): RulerLayout {
  const band = { x: width / 3, width: width / 3 };
  const extent = range.upper - range.lower;
  const place = (one: number) => {
    if (extent > 0) return band.x + ((one - range.lower) / extent) * band.width;
    return one === range.lower ? width / 2 : one < range.lower ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  };
  const at = place(value);
  const beyond = at < dotRoom ? 'start' : at > width - dotRoom ? 'end' : null;
  const dot = beyond === 'start' ? beyondInset : beyond === 'end' ? width - beyondInset : at;
  const tick = Math.min(width - 1, Math.max(1, place(usual)));
  if (!isMirrored) return { band, dot, tick, beyond };
  return {
    band,
    dot: width - dot,
    tick: width - tick,
    beyond: beyond && (beyond === 'start' ? 'end' : 'start'),
  };
}
