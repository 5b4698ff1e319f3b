import type { Rect } from './drawing/geometry.ts';
import { type Drawing, type Mark, text } from './drawing/marks.ts';

/** A weekday of a typical week, with its cells by hour. */
export interface HeatRow {
  readonly label: string;
  readonly current: boolean;
  /** Whether the whole day is closed. Then one shaded box replaces its cells. */
  readonly closed: boolean;
  /** Null if the value is unknown or the hour is closed. */
  readonly values: readonly (number | null)[];
}

interface HeatCell {
  readonly value: number | null;
  /** Step of the sequential scale; null for an empty cell. */
  readonly step: number | null;
  readonly peak: boolean;
}

const steps = 9;

/** Assigns nine linear bins from 0 to the maximum. Only the first of the highest cells is the peak. */
export function layoutHeat(rows: readonly HeatRow[]): {
  readonly max: number;
  readonly cells: readonly (readonly HeatCell[])[];
} {
  const values = rows
    .flatMap((row) => (row.closed ? [] : row.values))
    .filter((value): value is number => value !== null);
  const max = Math.max(0, ...values);
  let peakFound = false;
  const cells = rows.map((row) =>
    row.values.map((value): HeatCell => {
      const peak = !peakFound && !row.closed && max > 0 && value === max;
      if (peak) peakFound = true;
      return { value, step: value === null ? null : getScaleStep(value, max), peak };
    }),
  );
  return { max, cells };
}

export function getScaleStep(value: number, max: number): number {
  if (max <= 0) return 0;
  return Math.min(steps - 1, Math.max(0, Math.floor((value / max) * steps)));
}

export type HeatRole = 'word' | 'today' | 'unknown' | 'closed' | 'cell' | 'peak';

export interface HeatSheet {
  /** In px. */
  readonly width: number;
  /** Height of a row including its gap, in px. */
  readonly rowHeight: number;
  /** Width of the row names including their gap, in px. */
  readonly names: number;
  /** Nine colors, from 0 to the maximum. */
  readonly scale: readonly string[];
}

export interface HeatWords {
  readonly closed: string;
  /** Label of each column; empty if it is not printed. */
  readonly hours: readonly string[];
  /** Formats the peak for its cell; empty if the cell has no room. */
  readonly peak: (value: number) => string;
}

/** In px: gap between cells, and height of the hours below the last row. */
const gap = 2;
const hoursHeight = 20;
const radius = 3;

type HeatMark = Mark<HeatRole>;

/**
 * Draws a week on paper: a row per day, a column per hour, left to right in every language. `height` is the required
 * height in px.
 */
export function drawHeat(
  rows: readonly HeatRow[],
  words: HeatWords,
  sheet: HeatSheet,
): { readonly drawing: Drawing<HeatRole>; readonly height: number } {
  const { cells } = layoutHeat(rows);
  const box = boxesOf(sheet, words.hours.length);
  const foot = rows.length * sheet.rowHeight;
  const marks = rows.flatMap((row, index): readonly HeatMark[] => [
    nameOf(row, box(index, 0, 1), sheet),
    ...(row.closed
      ? shut(box(index, 0, words.hours.length), words.closed)
      : (cells[index] ?? []).flatMap((cell, column) => cellOf(cell, box(index, column, 1), words, sheet))),
  ]);
  const hours = words.hours.flatMap((hour, column) =>
    hour === '' ? [] : [text('word', middleOf(box(0, column, 1)), foot + 14, 'middle', hour)],
  );
  return { drawing: [...marks, ...hours], height: foot + hoursHeight };
}

/** Returns the box of several columns of a row, from a column on. */
function boxesOf({ width, names, rowHeight }: HeatSheet, columns: number) {
  const step = (width - names + gap) / Math.max(1, columns);
  return (row: number, from: number, count: number): Rect => ({
    x: names + from * step,
    y: row * rowHeight,
    width: Math.max(1, count * step - gap),
    height: Math.max(1, rowHeight - gap),
  });
}

/** Returns the baseline of text centered in a box. */
const baseOf = ({ y, height }: Rect) => y + height / 2 + 4;
const middleOf = ({ x, width }: Rect) => x + width / 2;

function nameOf({ label, current }: HeatRow, row: Rect, { names }: HeatSheet): HeatMark {
  return text(current ? 'today' : 'word', names - 8, baseOf(row), 'end', label);
}

function shut(row: Rect, word: string): readonly HeatMark[] {
  return [
    { element: 'rect', role: 'closed', ...row, rx: radius },
    text('word', middleOf(row), baseOf(row), 'middle', word),
  ];
}

function cellOf(
  { value, step, peak }: HeatCell,
  at: Rect,
  words: HeatWords,
  { scale }: HeatSheet,
): readonly HeatMark[] {
  const box = { element: 'rect', ...at, rx: radius } as const;
  const color = step === null ? undefined : scale[step];
  if (color === undefined || value === null) return [{ ...box, role: 'unknown' }];
  const printed = peak ? words.peak(value) : '';
  return [
    { ...box, role: 'cell', fill: color },
    ...(printed === '' ? [] : [text<HeatRole>('peak', middleOf(at), baseOf(at), 'middle', printed)]),
  ];
}
