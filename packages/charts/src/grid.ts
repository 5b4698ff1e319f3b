import { characterWidth, type Rect } from './drawing/geometry.ts';
import { getScaleStep } from './heat.ts';

export interface GridInput {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly (number | null)[])[];
  /** Returns a value's color; null uses the sequential scale. */
  readonly colorOf: ((value: number) => string | null) | null;
  readonly format: (value: number) => string;
  readonly minMax: boolean;
  /** Formats the scale's upper end; null if values have colors of their own. */
  readonly wordMax: ((max: number) => string) | null;
}

export interface GridCell extends Rect {
  readonly row: number;
  readonly column: number;
  readonly value: number | null;
  readonly fill: string;
  /** Text in the cell: the maximum, and with `minMax` the minimum too. */
  readonly text: string | null;
  readonly isDark: boolean;
}

export interface GridLayout {
  readonly cells: readonly GridCell[];
  readonly rowLabels: readonly { readonly y: number; readonly text: string }[];
  readonly columnLabels: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  readonly left: number;
  readonly max: number;
}

const gap = 2;
/** Height in px of the hours, and of the scale below them. */
const hours = 20;
const scale = 22;
/** Maximum row height in px. Few rows leave space below the hours. */
const maxHigh = 56;

/** Lays out the grid. `isMirrored` puts the names on the right. Hours always run left to right. */
export function layoutGrid(input: GridInput, width: number, height: number, isMirrored: boolean): GridLayout {
  const { rows, columns, cells, format } = input;
  const below = hours + (input.wordMax === null ? 0 : scale);
  const left = Math.min(width * 0.3, Math.max(0, ...rows.map((row) => row.length)) * characterWidth + 10);
  const start = isMirrored ? 0 : left;
  const step = {
    x: (width - left) / Math.max(1, columns.length),
    y: Math.min(maxHigh, (height - below) / Math.max(1, rows.length)),
  };
  const known = cells.flat().filter((value): value is number => value !== null);
  const [max, min] = [Math.max(0, ...known), Math.min(...known)];
  const printed = new Set<number>();
  const place = (row: number, column: number): GridCell => {
    const value = cells[row]?.[column] ?? null;
    const own = value === null ? null : (input.colorOf?.(value) ?? null);
    const shade = value === null ? null : getScaleStep(value, max);
    const isExtreme = value !== null && ((value === max && max > 0) || (input.minMax && value === min));
    const text = isExtreme && !printed.has(value) ? format(value) : null;
    if (value !== null && text !== null) printed.add(value);
    return {
      row,
      column,
      value,
      x: start + column * step.x + gap / 2,
      y: row * step.y + gap / 2,
      width: Math.max(1, step.x - gap),
      height: Math.max(1, step.y - gap),
      // Unknown cells are transparent, because the palest shade means 0.
      fill: own ?? (shade === null ? 'transparent' : `var(--scale-${shade})`),
      text: text !== null && text.length * characterWidth <= step.x + 2 ? text : null,
      isDark: shade !== null && shade >= 4,
    };
  };
  const every = Math.max(
    1,
    Math.ceil((Math.max(0, ...columns.map((column) => column.length)) * characterWidth + 8) / step.x),
  );
  const within = (text: string, x: number) => {
    const half = (text.length * characterWidth) / 2;
    return Math.max(half, Math.min(width - half, x));
  };
  return {
    left,
    max,
    cells: rows.flatMap((_, row) => columns.map((_, column) => place(row, column))),
    rowLabels: rows.map((text, row) => ({ text, y: (row + 0.5) * step.y + 4 })),
    columnLabels: columns.flatMap((text, column) =>
      column % every === 0
        ? [{ text, x: within(text, start + (column + 0.5) * step.x), y: rows.length * step.y + 16 }]
        : [],
    ),
  };
}
