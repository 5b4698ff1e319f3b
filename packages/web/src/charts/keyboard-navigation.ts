import { type Bucket, isRunning } from '@atrium/charts/series';
import type { Instant } from '@atrium/domain/core';
import type { KeyboardEvent } from 'react';

/** One step along the row, or to one of its ends. */
export type Step = 'first' | 'last' | 1 | -1;

/** Keyboard actions of a chart with points. */
export interface KeyActions {
  readonly across: (step: Step) => void;
  /** Moves between rows; absent in a chart of one row, where these keys scroll the page. */
  readonly down?: (step: 1 | -1) => void;
  /** Clears the current point; null if there is none. */
  readonly leave: (() => void) | null;
  /** Selects the current point; null without an action. */
  readonly pick: (() => void) | null;
  /** Whether the chart is drawn right to left. Then its next point is to the left. */
  readonly isMirrored?: boolean;
}

/**
 * Handles a key press. Arrows move in their visual direction, Home and End go to the ends of a row, Enter selects,
 * Escape clears. Combinations with Ctrl, ⌘ or Alt belong to the browser.
 */
export function handleChartKey(
  event: KeyboardEvent,
  { across, down, leave, pick, isMirrored = false }: KeyActions,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const right = isMirrored ? -1 : 1;
  const acts: Readonly<Record<string, (() => void) | null | undefined>> = {
    ArrowRight: () => across(right),
    ArrowLeft: () => across(right === 1 ? -1 : 1),
    ArrowDown: down && (() => down(1)),
    ArrowUp: down && (() => down(-1)),
    Home: () => across('first'),
    End: () => across('last'),
    Enter: pick,
    Escape: leave,
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Returns the index after a step; from null the first. Stops at the ends or wraps around. */
export function moveIndex(from: number | null, step: Step, count: number, atEnd: 'stop' | 'around' = 'stop'): number {
  const last = Math.max(0, count - 1);
  if (step === 'last') return last;
  if (step === 'first' || from === null) return 0;
  const to = from + step;
  return atEnd === 'stop' ? Math.min(last, Math.max(0, to)) : (to + count) % Math.max(1, count);
}

/** Like `moveIndex`, for time: without a current bucket it starts at the running one, else at the last. */
export function moveTimeIndex(from: number, step: Step, buckets: readonly Bucket[], now: Instant | null): number {
  if (from >= 0 || typeof step !== 'number') return moveIndex(Math.max(0, from), step, buckets.length);
  const running = buckets.findIndex((bucket) => isRunning(bucket, now));
  return running >= 0 ? running : buckets.length - 1;
}
