import { type Bucket, isRunning } from '@atrium/charts/series';
import type { Instant } from '@atrium/domain/core';
import type { KeyboardEvent } from 'react';

/** One to the right or left, as it looks, or to an end of the row. */
export type Step = 'first' | 'last' | 1 | -1;

/** What keys do in a picture whose points are walked. */
export interface Walk {
  readonly across: (step: Step) => void;
  /** One row on or back; left out of a picture of one row, where these keys move the page. */
  readonly down?: (step: 1 | -1) => void;
  /** Lets go of what is pointed at; null where nothing is. */
  readonly leave: (() => void) | null;
  /** Picks what is pointed at; null where nothing comes of it. */
  readonly pick: (() => void) | null;
  /** Drawn from right to left: its next point lies to the left. */
  readonly isMirrored?: boolean;
}

/**
 * Arrows go where they point, whichever way a picture is drawn; Home and End go to the ends of a row, Enter picks and
 * Escape lets go. Keys held with others belong to the browser.
 */
export function steer(event: KeyboardEvent, { across, down, leave, pick, isMirrored = false }: Walk): void {
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

/** Where a step leads from a place among so many (from nowhere to the first), stopping at the ends or going around. */
export function stepped(from: number | null, step: Step, count: number, atEnd: 'stop' | 'around' = 'stop'): number {
  const last = Math.max(0, count - 1);
  if (step === 'last') return last;
  if (step === 'first' || from === null) return 0;
  const to = from + step;
  return atEnd === 'stop' ? Math.min(last, Math.max(0, to)) : (to + count) % Math.max(1, count);
}

/** The same along time: from nowhere to the interval that runs, or to the last one. */
export function walked(from: number, step: Step, buckets: readonly Bucket[], now: Instant | null): number {
  if (from >= 0 || typeof step !== 'number') return stepped(Math.max(0, from), step, buckets.length);
  const running = buckets.findIndex((bucket) => isRunning(bucket, now));
  return running >= 0 ? running : buckets.length - 1;
}
