import type { Statement } from '../analytics-store.ts';

const placeholder = /\{(\w+):([A-Za-z][\w(), ]*)\}/g;

/**
 * Returns the statement with each `{name:Type}` replaced by its value, as a literal cast to that type. The embedded
 * engine stores bound values once per process, so bound statements run one at a time, and a slow export would block
 * every dashboard. Values never become syntax: numbers are checked, text is quoted.
 */
export function bindLiterals({ sql, params }: Statement): string {
  return sql.replace(placeholder, (_, name: string, type: string) => {
    if (!Object.hasOwn(params, name)) throw new Error(`the statement wants a parameter ${name} and got none`);
    return `CAST(${literal(params[name])}, '${type}')`;
  });
}

function literal(value: unknown): string {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw new Error('a number bound to a statement must be finite');
      return String(value);
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    case 'string':
      return quote(value);
  }
  if (value === null) return 'NULL';
  // Passes whole numbers as one text. As literals, each would be a node of the syntax tree, which takes longer to parse
  // than most queries take to run.
  if (Array.isArray(value) && value.length > 0 && value.every(isWholeNumbers)) return `'${JSON.stringify(value)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  throw new Error(`a ${typeof value} cannot be bound to a statement`);
}

/** Whether a value is a whole number, or a list of them at any depth. */
const isWholeNumbers = (value: unknown): boolean =>
  Number.isSafeInteger(value) || (Array.isArray(value) && value.every(isWholeNumbers));

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
