import type { Instant, Span } from '@atrium/domain/core';
import type { Bucket } from '../series.ts';
import type { Rect, TextWidth } from './geometry.ts';

/** A tick of the time axis, with its label. */
export interface PlacedTick {
  readonly x: number;
  readonly label: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A candidate of the time axis. Where room is short, ticks with a larger `rank` stay; 0 by default. */
export interface AxisTick {
  readonly at: Instant;
  readonly label: string;
  readonly rank?: number;
}

/**
 * Returns the ticks of the smallest rank from which on labels do not overlap. If there is none, every n-th of the largest
 * rank, for the smallest n.
 */
export function placeTicks(
  ticks: readonly AxisTick[],
  x: (at: Instant) => number,
  plot: Rect,
  widthOf: TextWidth,
): readonly PlacedTick[] {
  const right = plot.x + plot.width;
  const placed = ticks
    .map(({ at, label, rank = 0 }) => ({ ...placeTick(x(at), label, right, widthOf), rank }))
    .filter((tick) => tick.x >= plot.x - 0.5 && tick.x <= right + 0.5);
  const apart = (chosen: typeof placed) =>
    chosen.every((tick, index) => tick.to + 10 <= (chosen[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  const ranks = [...new Set(placed.map(({ rank }) => rank))].sort((one, other) => one - other);
  let least = placed;
  for (const rank of ranks) {
    const chosen = placed.filter((tick) => tick.rank >= rank);
    // A single label does not tell how long the axis is.
    if (chosen.length < 2) break;
    if (apart(chosen)) return chosen;
    least = chosen;
  }
  for (let every = 2; every < least.length; every++) {
    const chosen = least.filter((_, index) => index % every === 0);
    if (apart(chosen)) return chosen;
  }
  return least.slice(0, 1);
}

/** Centers a label below its tick, or right-aligns it if it would leave the plot. */
function placeTick(x: number, label: string, right: number, widthOf: TextWidth) {
  const width = widthOf(label);
  const anchor = x + width / 2 > right + 2 ? ('end' as const) : ('middle' as const);
  const from = anchor === 'end' ? x - width : x - width / 2;
  return { x, label, anchor, from, to: from + width };
}

/** Shortens a text with an ellipsis to fit the width. */
export function fitText(text: string, room: number, widthOf: TextWidth): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A bracket above the plot and the center of its label, which stays above the plot. */
export interface PlacedEvent {
  readonly x1: number;
  readonly x2: number;
  readonly labelX: number;
  readonly label: string;
}

/** Minimum space between the labels of two events, in px. */
const eventGap = 8;

/**
 * Places events above the plot. Labels are centered above their events as far as they fit beside each other, and
 * shortened if all of them need more than the plot's width.
 */
export function placeEvents(
  events: readonly { readonly span: Span; readonly label: string }[],
  scale: (at: Instant) => number,
  { x, width }: Rect,
  widthOf: TextWidth,
): readonly PlacedEvent[] {
  const gaps = eventGap * (events.length - 1);
  const total = events.reduce((sum, { label }) => sum + widthOf(label), gaps);
  const room = total > width ? (width - gaps) / events.length : Number.POSITIVE_INFINITY;
  const labels = events.map(({ span, label: whole }) => {
    const [x1, x2] = [scale(span.from), scale(span.to)];
    const label = fitText(whole, room, widthOf);
    const own = widthOf(label);
    return { x1, x2, label, own, left: (x1 + x2 - own) / 2 };
  });
  const inOrder = [...labels].sort((one, other) => one.left + one.own / 2 - other.left - other.own / 2);
  let from = x;
  for (const label of inOrder) {
    label.left = Math.max(label.left, from);
    from = label.left + label.own + eventGap;
  }
  let to = x + width;
  for (const label of inOrder.reverse()) {
    label.left = Math.min(label.left, to - label.own);
    to = label.left - eventGap;
  }
  return labels.map(({ x1, x2, label, own, left }) => ({
    x1,
    x2: Math.max(x2, x1 + 4),
    label,
    labelX: left + own / 2,
  }));
}

/** The drawing's extent along its axis, in px. */
interface Across {
  readonly x: number;
  readonly width: number;
}

/** Returns the position of an instant: proportional within its bucket, at the border between buckets. */
export function createTimeScale(buckets: readonly Bucket[], { x, width }: Across): (at: Instant) => number {
  return (at) => {
    const after = buckets.findIndex((bucket) => at < bucket.to);
    if (after < 0) return x + width;
    const bucket = buckets[after];
    const share = bucket ? Math.max(0, (at - bucket.from) / (bucket.to - bucket.from)) : 0;
    return x + ((after + share) / buckets.length) * width;
  };
}
