/** A segment of a ring: angles in radians, clockwise from the top. */
export interface Arc {
  readonly key: string;
  readonly color: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the slices in order, proportional to their share. Zero values have none. */
export function layoutSlices(
  parts: readonly { readonly key: string; readonly color: string; readonly value: number | null }[],
): readonly Arc[] {
  const whole = parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  let at = 0;
  return parts.flatMap(({ key, color, value }) => {
    if (value === null || value <= 0 || whole === 0) return [];
    const from = at;
    at += (value / whole) * 2 * Math.PI;
    return [{ key, color, from, to: at }];
  });
}

interface Ring {
  readonly x: number;
  readonly y: number;
  readonly outer: number;
  readonly inner: number;
}

/**
 * Returns the SVG path of a ring segment. A full ring consists of two halves, because an arc cannot end where it
 * starts.
 */
export function arcPath({ from, to }: { readonly from: number; readonly to: number }, ring: Ring): string {
  if (to - from >= 2 * Math.PI - 1e-6) {
    const half = from + Math.PI;
    return `${arcPath({ from, to: half }, ring)}${arcPath({ from: half, to: from + 2 * Math.PI - 1e-4 }, ring)}`;
  }
  const big = to - from > Math.PI ? 1 : 0;
  const at = (angle: number, radius: number) =>
    `${fixed(ring.x + Math.sin(angle) * radius)} ${fixed(ring.y - Math.cos(angle) * radius)}`;
  return (
    `M${at(from, ring.outer)}A${ring.outer} ${ring.outer} 0 ${big} 1 ${at(to, ring.outer)}` +
    `L${at(to, ring.inner)}A${ring.inner} ${ring.inner} 0 ${big} 0 ${at(from, ring.inner)}Z`
  );
}

/** Returns the angles of a share on a dial. A full ring starts at the top, a half ring at its left end. */
export function getDialAngles(share: number, isHalf: boolean): { readonly from: number; readonly to: number } {
  const clamped = Math.min(1, Math.max(0, share));
  return isHalf ? { from: -Math.PI / 2, to: -Math.PI / 2 + clamped * Math.PI } : { from: 0, to: clamped * 2 * Math.PI };
}

function fixed(value: number): number {
  return Math.round(value * 100) / 100;
}
