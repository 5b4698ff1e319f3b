import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type Problem, positionOf, type ReadingParts } from './reading.ts';

/** Far above any handwritten file; nested aliases reach it in a few lines. */
const maxValues = 200_000;

/** One pass over a YAML text. Collects every problem and records the position of each value. */
export class TextReading {
  readonly problems: Problem[] = [];
  readonly root: Node | null;
  readonly lostKeys = new Set<string>();
  readonly #lines = new LineCounter();
  readonly #document: Document;
  readonly #places = new Map<object, Map<string, number>>();
  #left = maxValues;

  constructor(text: string) {
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      strict: true,
      uniqueKeys: true,
      version: '1.2',
    });
    for (const error of this.#document.errors)
      this.problems.push({
        ...positionOf(this.#lines, error.pos[0]),
        message: describeFault(error.code, error.message),
      });
    this.root = this.#document.contents;
  }

  /** Resolves an alias. Returns null once the text expands beyond the limit. */
  resolve(node: Node): Node | null {
    this.#left -= 1;
    if (this.#left === 0) this.report(node, `the file unfolds to more than ${maxValues} values`);
    if (this.#left <= 0) return null;
    if (!isAlias(node)) return node;
    const target = node.resolve(this.#document);
    if (target !== undefined && !isAlias(target)) return target;
    this.report(node, `there is no anchor &${node.source} before this place`);
    return null;
  }

  report(node: Node | null, message: string): void {
    this.problems.push({ ...positionOf(this.#lines, node?.range?.[0] ?? 0), message });
  }

  /** Records that `owner[field]` was read from `node`. Without a field, the owner itself. */
  remember(owner: object, field: string, node: Node): void {
    const known = this.#places.get(owner) ?? new Map<string, number>();
    known.set(field, node.range?.[0] ?? 0);
    this.#places.set(owner, known);
  }

  get parts(): ReadingParts {
    const { problems, lostKeys } = this;
    return { problems, lostKeys, places: this.#places, lineStarts: this.#lines.lineStarts };
  }
}

/** Describes a node for the author of a site file. */
export function describeNode(node: Node | null): string {
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

function describeFault(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this field is already given above';
  if (code === 'TAB_AS_INDENT') return 'indent with spaces: YAML allows no tabs here';
  return `not readable as YAML: ${message}`;
}
