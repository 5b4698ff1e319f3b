import { type Bar, type Column, characterWidth, type Rect, type UsualStep } from '../drawing/geometry.ts';
import type { Bucket } from '../series.ts';

/** Adjacent buckets without data: one box each, with a common label. */
export interface MissingRun {
  readonly boxes: readonly Rect[];
  readonly labelX: number;
  readonly labelY: number;
  readonly anchor: 'start' | 'end';
}

/** Lays out the usual range of each bucket, as far as it is on the scale. */
export function layoutBands(
  buckets: readonly Bucket[],
  columns: readonly Column[],
  plot: Rect,
  y: (value: number) => number,
): readonly Rect[] {
  const within = (value: number) => Math.min(plot.y + plot.height, Math.max(plot.y, y(value)));
  return buckets.flatMap(({ range }, index): Rect[] => {
    const column = columns[index];
    if (range == null || column === undefined) return [];
    const top = within(range.upper);
    return [{ x: column.x, y: top, width: column.width, height: Math.max(1, within(range.lower) - top) }];
  });
}

/** Builds a stepped line that breaks at buckets without a usual value. */
export function joinSteps(steps: readonly UsualStep[]): string {
  let path = '';
  let previous: UsualStep | null = null;
  for (const step of steps) {
    const joined: boolean =
      previous !== null && previous.index + 1 === step.index && Math.abs(previous.x2 - step.x1) < 0.6;
    path += joined ? `V${round(step.y)}H${round(step.x2)}` : `M${round(step.x1)} ${round(step.y)}H${round(step.x2)}`;
    previous = step;
  }
  return path;
}

interface Surroundings {
  readonly columns: readonly Column[];
  readonly bars: readonly Bar[];
  readonly steps: readonly UsualStep[];
  readonly gap: number;
  readonly plot: Rect;
  /** The label avoids the line of now. */
  readonly nowX: number | null;
}

const labelLength = 7;
const minBox = 14;

export function placeMissing(buckets: readonly Bucket[], around: Surroundings): readonly MissingRun[] {
  const runs: number[][] = [];
  buckets.forEach((bucket, index) => {
    if (bucket.point?.state !== 'missing') return;
    const last = runs.at(-1);
    if (last && last.at(-1) === index - 1) last.push(index);
    else runs.push([index]);
  });
  return runs.map((run) => placeRun(run, around));
}

function placeRun(run: readonly number[], around: Surroundings): MissingRun {
  const { plot, gap } = around;
  const foot = plot.y + plot.height;
  const boxes = run.flatMap((index): Rect[] => {
    const column = around.columns[index];
    if (!column) return [];
    const expected = around.steps.find((step) => step.index === index)?.y ?? foot - minBox;
    const y = Math.min(expected, foot - minBox);
    return [{ x: column.x + gap / 2, y, width: Math.max(1, column.width - gap), height: foot - y }];
  });
  const first = boxes[0] ?? { x: plot.x, y: foot, width: 0, height: 0 };
  const last = boxes.at(-1) ?? first;
  const width = labelLength * characterWidth;
  const fitsLeft = last.x + last.width - width >= plot.x;
  const right = last.x + last.width - 2;
  const crossed = around.nowX !== null && around.nowX > right - width - 4 && around.nowX < right + 4;
  const labelX = fitsLeft ? (crossed ? (around.nowX ?? 0) - 5 : right) : first.x + 2;
  const from = fitsLeft ? labelX - width : labelX;
  return {
    boxes,
    labelX,
    anchor: fitsLeft ? 'end' : 'start',
    labelY: Math.max(plot.y + 12, highestBetween(from, from + width, boxes, around) - 7),
  };
}

/** Returns the top of what is drawn below the label. */
function highestBetween(from: number, to: number, boxes: readonly Rect[], around: Surroundings): number {
  const tops = [
    ...boxes.map((box) => box.y),
    ...around.bars.filter((bar) => bar.x < to && bar.x + bar.width > from).map((bar) => bar.y),
    ...around.steps.filter((step) => step.x1 < to && step.x2 > from).map((step) => step.y),
  ];
  return Math.min(...tops, around.plot.y + around.plot.height);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
