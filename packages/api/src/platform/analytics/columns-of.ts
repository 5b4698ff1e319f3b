import type { Columns } from '../analytics-store.ts';

/** What the engine answers of a statement by column: of no rows it names the columns only beside them. */
interface Answered {
  readonly meta: readonly { readonly name: string }[];
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

export function columnsOf<Row>({ meta, data }: Answered): Columns<Row> {
  return Object.fromEntries(meta.map(({ name }) => [name, data[name] ?? []])) as unknown as Columns<Row>;
}
