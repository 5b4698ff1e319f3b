import type { Rect } from '../drawing/geometry.ts';
import type { Drawing, Mark } from '../drawing/mark.ts';
import { text } from '../drawing/marks.ts';
import { type HeatCell, type HeatRow, layoutHeat } from './heat-layout.ts';

/** What the marks of a heat grid mean. */
export type HeatRole = 'word' | 'today' | 'unknown' | 'closed' | 'cell' | 'peak';

export interface HeatSheet {
  /** px. */
  readonly width: number;
  /** px from one row to the next. */
  readonly rowHeight: number;
  /** px the names of rows take, with the room beside them. */
  readonly names: number;
  /** Nine colours, from nothing to the most. */
  readonly scale: readonly string[];
}

export interface HeatWords {
  readonly closed: string;
  /** Of each column; empty where it is not printed. */
  readonly hours: readonly string[];
  /** The peak, printed in its cell; empty where a cell has no room for it. */
  readonly peak: (value: number) => string;
}

/** px between two cells, and of the hours below the last row. */
const gap = 2;
const hoursHeight = 20;
const radius = 3;

type HeatMark = Mark<HeatRole>;

/**
 * A week on paper: a row a day, a column an hour, from left to right in every language. `height` is what it takes, in px.
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

/** Where so many columns of a row lie, from one on. */
function boxesOf({ width, names, rowHeight }: HeatSheet, columns: number) {
  const step = (width - names + gap) / Math.max(1, columns);
  return (row: number, from: number, count: number): Rect => ({
    x: names + from * step,
    y: row * rowHeight,
    width: Math.max(1, count * step - gap),
    height: Math.max(1, rowHeight - gap),
  });
}

/** Where letters stand that lie in the middle of a box. */
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
