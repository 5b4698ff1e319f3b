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
