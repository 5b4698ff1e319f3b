import type { Instant } from '@atrium/domain/core';
import { characterWidth, type Rect } from '../flow/geometry.ts';
import type { PlotInput } from './plot-input.ts';
import type { DrawnLine } from './plot-marks.ts';

interface PlacedTick {
  readonly x: number;
  readonly label: string;
  readonly anchor: 'middle' | 'end' | 'start';
}

/** Every tick, or every second, third, … one: the first evenly spaced choice whose labels keep apart. */
export function placeTicks(ticks: PlotInput['ticks'], x: (at: Instant) => number, plot: Rect): readonly PlacedTick[] {
  const right = plot.x + plot.width;
  const placed = ticks
    .map(({ at, label }) => placeTick(x(at), label, right))
    .filter((tick) => tick.x >= plot.x - 0.5 && tick.x <= right + 0.5);
  for (let every = 1; every < placed.length; every++) {
    const chosen = placed.filter((_, index) => index % every === 0);
    if (chosen.every((tick, index) => tick.to + 10 <= (chosen[index + 1]?.from ?? Number.POSITIVE_INFINITY)))
      return chosen;
  }
  return placed.slice(0, 1);
}

/** A label in the middle below its tick; one that would leave the plot ends at its tick instead. */
function placeTick(x: number, label: string, right: number) {
  const width = label.length * characterWidth;
  const anchor = x + width / 2 > right + 2 ? ('end' as const) : ('middle' as const);
  const from = anchor === 'end' ? x - width : x - width / 2;
  return { x, label, anchor, from, to: from + width };
}

const lineHeight = 14;

/** Names at the ends of their lines, pushed apart where they would touch, none out of the plot. */
export function placeEndLabels(input: PlotInput, lines: readonly DrawnLine[], plot: Rect) {
  const ends = lines
    .flatMap(({ key, color, dots }) => {
      const last = dots.at(-1);
      const name = input.series.find((series) => series.key === key)?.name ?? '';
      return last === undefined ? [] : [{ key, color, y: last.y, text: name }];
    })
    .sort((one, other) => one.y - other.y);
  const placed: { key: string; color: string; y: number; text: string }[] = [];
  for (const end of ends)
    placed.push({ ...end, y: Math.max(end.y, (placed.at(-1)?.y ?? Number.NEGATIVE_INFINITY) + lineHeight) });
  let floor = plot.y + plot.height;
  for (let index = placed.length - 1; index >= 0; index--) {
    const label = placed[index];
    if (label === undefined || label.y <= floor) break;
    label.y = floor;
    floor -= lineHeight;
  }
  return placed;
}
