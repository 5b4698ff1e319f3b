import { LineCounter } from 'yaml';

/** 1-based, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Position {
  readonly message: string;
}

/** Result of reading a file as plain values, which can be sent between threads. */
export interface ReadingParts {
  readonly problems: Problem[];
  /** Keys of blocks with problems: a reference to them is not another problem. */
  readonly lostKeys: Set<string>;
  /** Start offset of each field of each block, in characters. */
  readonly places: Map<object, Map<string, number>>;
  /** Start offset of each line, in characters. */
  readonly lineStarts: readonly number[];
}

/** Collects the problems of a file and returns positions of values. */
export class Reading {
  readonly problems: Problem[];
  readonly lostKeys: Set<string>;
  readonly #places: Map<object, Map<string, number>>;
  readonly #lines = new LineCounter();

  constructor({ problems, lostKeys, places, lineStarts }: ReadingParts) {
    this.problems = problems;
    this.lostKeys = lostKeys;
    this.#places = places;
    for (const start of lineStarts) this.#lines.addNewLine(start);
  }

  reportAt(position: Position, message: string): void {
    this.problems.push({ line: position.line, column: position.column, message });
  }

  /** Returns the position of `owner[field]`, or else of the owner. */
  at(owner: object, field = ''): Position {
    const known = this.#places.get(owner);
    const offset = known?.get(field) ?? known?.get('');
    return offset === undefined ? { line: 1, column: 1 } : positionOf(this.#lines, offset);
  }
}

export function positionOf(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
