/** Applied migrations of a store compared with those of this version. */
export type SchemaState = 'empty' | 'earlier' | 'current' | 'later';

/** Compares migrations. They are applied in order, so the last one tells whether any are pending. */
export function compareMigrations<Id>(known: readonly Id[], applied: readonly Id[]): SchemaState {
  if (applied.length === 0) return 'empty';
  if (applied.some((id) => !known.includes(id))) return 'later';
  return applied.includes(known.at(-1) as Id) ? 'current' : 'earlier';
}
