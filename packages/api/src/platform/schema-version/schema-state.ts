/** How the migrations that a store has had compare with those of this version. */
export type SchemaState = 'empty' | 'earlier' | 'current' | 'later';

/** Migrations are applied in their order, so the last one tells whether some are left. */
export function compareMigrations<Id>(known: readonly Id[], applied: readonly Id[]): SchemaState {
  if (applied.length === 0) return 'empty';
  if (applied.some((id) => !known.includes(id))) return 'later';
  return applied.includes(known.at(-1) as Id) ? 'current' : 'earlier';
}
