import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** 1-based, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Position {
  readonly message: string;
}

/** Nobody writes this many values by hand; aliases of aliases reach it in a few lines. */
const mostValues = 200_000;

/** One pass over one YAML text: collects every problem, and remembers where each value that was read stands. */
export class Reading {
  readonly problems: Problem[] = [];
  readonly root: Node | null;
  /** Keys of blocks with a mistake in them: naming one of these is not another mistake. */
  readonly lostKeys = new Set<string>();
  readonly #lines = new LineCounter();
  readonly #document: Document;
  readonly #positions = new WeakMap<object, Map<string, Position>>();
  #left = mostValues;

  constructor(text: string) {
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      strict: true,
      uniqueKeys: true,
      version: '1.2',
    });
    for (const error of this.#document.errors)
      this.problems.push({ ...this.#position(error.pos[0]), message: inWords(error.code, error.message) });
    this.root = this.#document.contents;
  }

  /** The node an alias stands for; null once the text turns out to unfold without end. */
  resolve(node: Node): Node | null {
    this.#left -= 1;
    if (this.#left === 0) this.report(node, `the file unfolds to more than ${mostValues} values`);
    if (this.#left <= 0) return null;
    if (!isAlias(node)) return node;
    const target = node.resolve(this.#document);
    if (target !== undefined && !isAlias(target)) return target;
    this.report(node, `there is no anchor &${node.source} before this place`);
    return null;
  }

  report(node: Node | null, message: string): void {
    this.problems.push({ ...this.#position(node?.range?.[0] ?? 0), message });
  }

  reportAt(position: Position, message: string): void {
    this.problems.push({ line: position.line, column: position.column, message });
  }

  /** Remembers that `owner[field]` was read from `node`; without a field, that the owner itself was. */
  remember(owner: object, field: string, node: Node): void {
    const known = this.#positions.get(owner) ?? new Map<string, Position>();
    known.set(field, this.#position(node.range?.[0] ?? 0));
    this.#positions.set(owner, known);
  }

  /** Where `owner[field]` stands, or else the owner. */
  at(owner: object, field = ''): Position {
    const known = this.#positions.get(owner);
    return known?.get(field) ?? known?.get('') ?? { line: 1, column: 1 };
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

/** What a node is, in the words of somebody who writes such files. */
export function describe(node: Node | null): string {
  if (node === null) return 'nothing';
  if (isMap(node)) return 'a block of fields';
  if (isSeq(node)) return 'a list';
  if (!isScalar(node)) return 'an alias';
  const value = node.value;
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  return `the ${typeof value === 'boolean' ? 'flag' : 'number'} ${String(value)}`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function inWords(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this field is already given above';
  if (code === 'TAB_AS_INDENT') return 'indent with spaces: YAML allows no tabs here';
  return `not readable as YAML: ${message}`;
}
