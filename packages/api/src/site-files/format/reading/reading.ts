import { LineCounter } from 'yaml';

/** 1-based, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Position {
  readonly message: string;
}

/** What came of reading a file, as plain values: a thread may hand it to another one. */
export interface ReadingParts {
  readonly problems: Problem[];
  /** Keys of blocks with a mistake in them: naming one of these is not another mistake. */
  readonly lostKeys: Set<string>;
  /** Where each field of each block that was read begins, in characters. */
  readonly places: Map<object, Map<string, number>>;
  /** Where each line begins, in characters. */
  readonly lineStarts: readonly number[];
}

/** Collects every problem of a file, and knows where each value that was read stands. */
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

  /** Where `owner[field]` stands, or else the owner. */
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
