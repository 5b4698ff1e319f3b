/**
 * Objects of a JSON document as a table: names of all fields, and the fields of each object in that order. A row is made
 * when it is read, since objects without a common name would make far more cells than the document has fields.
 */
export interface JsonTable {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly string[]>;
}

type Fields = ReadonlyMap<string, string>;

const maxDepth = 4;

/**
 * Reads the longest list of objects within a JSON document, or one object a line (NDJSON). Fields of nested objects are
 * named `outer.inner`; nested lists are left out. Null if there is no such list. Throws if the text is no JSON.
 */
export function readJsonTable(text: string): JsonTable | null {
  const list = findObjects(parse(text), 0);
  if (list.length === 0) return null;
  const rows = list.map((one) => new Map(flatten(one, '', 0)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { names, rows: { [Symbol.iterator]: () => fillRows(rows, names) } };
}

function* fillRows(rows: readonly Fields[], names: readonly string[]): Generator<readonly string[], void, undefined> {
  for (const row of rows) yield names.map((name) => row.get(name) ?? '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw error;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds the longest list of objects; lists of lists are joined, as histories of several sensors come. */
function findObjects(value: unknown, depth: number): readonly Readonly<Record<string, unknown>>[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) {
    const items = value.every(Array.isArray) ? (value as unknown[][]).flat() : (value as unknown[]);
    return items.filter(isObject);
  }
  if (!isObject(value)) return [];
  const lists = Object.values(value).map((inner) => findObjects(inner, depth + 1));
  return lists.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}

function* flatten(
  value: Readonly<Record<string, unknown>>,
  before: string,
  depth: number,
): Generator<[string, string]> {
  for (const [name, inner] of Object.entries(value)) {
    if (isObject(inner)) {
      if (depth < maxDepth) yield* flatten(inner, `${before}${name}.`, depth + 1);
    } else if (typeof inner === 'number') yield [before + name, formatCertain(inner)];
    else if (typeof inner === 'string' || typeof inner === 'boolean') yield [before + name, String(inner)];
  }
}

/** Formats a number so that its point cannot be taken for a mark between thousands: `1.125` becomes `1.1250`. */
export const formatCertain = (value: number): string => String(value).replace(/(\.\d{3})$/, '$10');
