export interface WebAxis {
  readonly label: string;
  /** Value at the end of the axis; 0 is at the center. */
  readonly max: number;
}

export interface WebShape {
  readonly key: string;
  readonly color: string;
  /** One per axis; null breaks the line. */
  readonly values: readonly (number | null)[];
}

interface XY {
  readonly x: number;
  readonly y: number;
}

/** Intersection of a shape with an axis. */
interface WebDot extends XY {
  readonly axis: number;
}

export interface WebLayout {
  readonly rings: readonly string[];
  readonly spokes: readonly {
    readonly end: XY;
    readonly label: XY & { readonly anchor: 'start' | 'middle' | 'end' };
  }[];
  readonly shapes: readonly {
    readonly key: string;
    readonly color: string;
    readonly path: string;
    readonly dots: readonly WebDot[];
  }[];
  readonly centre: XY;
}

/** Space in px above and below for an axis's name and maximum. */
const labelRoom = 36;

/** Lays out a radar chart: a spoke per axis, a shape per group. */
export function layoutWeb(
  axes: readonly WebAxis[],
  shapes: readonly WebShape[],
  width: number,
  height: number,
): WebLayout {
  const angleOf = (index: number) => (index / Math.max(1, axes.length)) * 2 * Math.PI;
  // With an odd number of axes the chart extends further up than down.
  const down = Math.max(0, ...axes.map((_, index) => -Math.cos(angleOf(index))));
  const radius = Math.max(10, Math.min(width / 2 - 70, (height - 2 * labelRoom) / (1 + down)));
  const centre = { x: width / 2, y: (height + radius * (1 - down)) / 2 };
  const at = (index: number, share: number): XY => {
    const angle = angleOf(index);
    return { x: centre.x + Math.sin(angle) * radius * share, y: centre.y - Math.cos(angle) * radius * share };
  };
  return {
    centre,
    rings: [0.25, 0.5, 0.75, 1].map((share) => polygon(axes.map((_, index) => at(index, share)))),
    spokes: axes.map((_, index) => {
      const end = at(index, 1);
      const label = at(index, 1 + 12 / radius);
      const side = Math.abs(end.x - centre.x) < 1 ? 'middle' : end.x > centre.x ? 'start' : 'end';
      return { end, label: { x: label.x, y: label.y + 4, anchor: side } };
    }),
    shapes: shapes.map(({ key, color, values }) => {
      const known = values.flatMap((value, index) => {
        const max = axes[index]?.max ?? 0;
        return value === null || max === 0 ? [] : [{ ...at(index, Math.max(0, value) / max), axis: index }];
      });
      return { key, color, path: polygon(known), dots: known };
    }),
  };
}

/** Lays out parallel vertical axes with a line per group, which breaks at missing values. */
export function layoutParallel(
  axes: readonly WebAxis[],
  shapes: readonly WebShape[],
  width: number,
  height: number,
): {
  readonly columns: readonly number[];
  readonly top: number;
  readonly foot: number;
  readonly lines: WebLayout['shapes'];
} {
  const [top, foot, side] = [22, height - 24, 56];
  const step = axes.length > 1 ? (width - 2 * side) / (axes.length - 1) : 0;
  const columns = axes.map((_, index) => (axes.length > 1 ? side + index * step : width / 2));
  const lines = shapes.map(({ key, color, values }) => {
    let path = '';
    let isOpen = false;
    const dots = values.flatMap((value, index): WebDot[] => {
      const max = axes[index]?.max ?? 0;
      if (value === null || max === 0) {
        isOpen = false;
        return [];
      }
      const point = { axis: index, x: columns[index] ?? 0, y: foot - (Math.max(0, value) / max) * (foot - top) };
      path += `${isOpen ? 'L' : 'M'}${fixed(point.x)} ${fixed(point.y)}`;
      isOpen = true;
      return [point];
    });
    return { key, color, path, dots };
  });
  return { columns, top, foot, lines };
}

function polygon(points: readonly XY[]): string {
  return points.length === 0
    ? ''
    : `${points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('')}Z`;
}

function fixed(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A segment of a ring: angles in radians, clockwise from the top. */
interface Arc {
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
