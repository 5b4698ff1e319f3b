import type { Columns } from '../analytics-store.ts';

/** Column-wise answer of the engine. When there are no rows, only `meta` names the columns. */
interface Answered {
  readonly meta: readonly { readonly name: string }[];
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

export function toColumns<Row>({ meta, data }: Answered): Columns<Row> {
  return Object.fromEntries(meta.map(({ name }) => [name, data[name] ?? []])) as unknown as Columns<Row>;
}
