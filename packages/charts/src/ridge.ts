import type { Size } from './small.ts';

/** One step of a ridge. */
export interface RidgeStep {
  /** Position of its middle, 0…1 of the width. */
  readonly at: number;
  /** Null if unknown or ahead. */
  readonly value: number | null;
  readonly usual: number | null;
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

export interface RidgeLayout {
  /** One path per uninterrupted run of known values. */
  readonly lines: readonly string[];
  /** The same, closed at the foot. */
  readonly areas: readonly string[];
  readonly usual: string;
  /** The usual range. */
  readonly band: string;
  /** Outline down to the foot of all that is drawn: what lies behind it is covered. */
  readonly cover: string;
  /** The latest known value. */
  readonly dot: { readonly x: number; readonly y: number } | null;
}

/** Height of the usual range's top, as a share of the drawing. A day above it has the rest. */
const topShare = 0.73;

/**
 * Lays out a day of one site from the foot of the drawing up, on its own scale: the top of its usual range has the same
 * height in each. Higher values are cut at the upper edge.
 */
export function layoutRidge(steps: readonly RidgeStep[], { width, height }: Size): RidgeLayout {
  const expected = steps.flatMap(({ usual, range }) => [usual ?? 0, range?.upper ?? 0]);
  const top = Math.max(0, ...expected) || Math.max(0, ...steps.map(({ value }) => value ?? 0)) || 1;
  const x = (step: RidgeStep) => step.at * width;
  const y = (value: number) => height - Math.min(height - 1, Math.max(0, (value / top) * height * topShare));
  const toLine = (points: readonly (readonly [number, number])[]) =>
    points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${fixed(px)} ${fixed(py)}`).join('');
  const toArea = (points: readonly (readonly [number, number])[]) =>
    `${toLine(points)}L${fixed(points.at(-1)?.[0] ?? 0)} ${height}L${fixed(points[0]?.[0] ?? 0)} ${height}Z`;
  const runsOf = (of: (step: RidgeStep) => number | null) =>
    splitRuns(steps, (step) => of(step) !== null).map((run) => run.map((step) => [x(step), y(of(step) ?? 0)] as const));
  const values = runsOf(({ value }) => value);
  const highest = runsOf(({ value, usual, range }) => {
    const known = [value, usual, range?.upper].filter((one) => one != null);
    return known.length === 0 ? null : Math.max(...known);
  });
  const last = values.at(-1)?.at(-1);
  return {
    lines: values.map(toLine),
    areas: values.map(toArea),
    usual: runsOf(({ usual }) => usual)
      .map(toLine)
      .join(''),
    band: splitRuns(steps, ({ range }) => range !== null)
      .map((run) => {
        const upper = run.map((step) => [x(step), y(step.range?.upper ?? 0)] as const);
        const lower = run.map((step) => [x(step), y(step.range?.lower ?? 0)] as const).reverse();
        return `${toLine(upper)}${toLine(lower).replace('M', 'L')}Z`;
      })
      .join(''),
    cover: highest.map(toArea).join(''),
    dot: last ? { x: last[0], y: last[1] } : null,
  };
}

function splitRuns<Step>(steps: readonly Step[], isIn: (step: Step) => boolean): readonly (readonly Step[])[] {
  const runs: Step[][] = [[]];
  for (const step of steps) {
    if (isIn(step)) runs.at(-1)?.push(step);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

const fixed = (value: number) => String(Math.round(value * 10) / 10);
