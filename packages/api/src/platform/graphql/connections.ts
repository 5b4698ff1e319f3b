import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { ObjectRef } from '@pothos/core';
import type { Builder, SchemaTypes } from './builder.ts';

/** One page of a list in Relay form, with the total count. */
export interface Page<Node> {
  readonly count: number;
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Sort key of a node; its last part makes it unique. */
export type SortKey = readonly (string | number)[];

const defaultPageSize = 50;
const maxPageSize = 500;

/**
 * Returns one page of a sorted list. A cursor holds a sort key instead of a row number, so a page stays correct when
 * earlier rows are added or removed. `compare` must match the order of the list.
 */
export function slicePage<Node>(
  nodes: readonly Node[],
  keyOf: (node: Node) => SortKey,
  compare: (a: SortKey, b: SortKey) => number,
  { first, after }: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Result<Page<Node>, Failure> {
  const wanted = parsePageRequest({ first, after });
  if (!wanted.ok) return wanted;
  const { size, from } = wanted.value;
  const start = from === null ? 0 : nodes.findIndex((node) => compare(keyOf(node), from) > 0);
  const begin = start < 0 ? nodes.length : start;
  const shown = nodes.slice(begin, begin + size);
  return ok({
    count: nodes.length,
    edges: shown.map((node) => ({ cursor: writeCursor(keyOf(node)), node })),
    hasNextPage: begin + shown.length < nodes.length,
    hasPreviousPage: begin > 0,
  });
}

/**
 * Parses which page is requested: maximum number of nodes, and the key it starts after; null starts at the beginning.
 */
export function parsePageRequest({
  first,
  after,
}: {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}): Result<{ readonly size: number; readonly from: SortKey | null }, Failure> {
  const size = first ?? defaultPageSize;
  if (size < 0 || size > maxPageSize) return err(failure('BAD_INPUT', `first takes 0 to ${maxPageSize}`, 'first'));
  const from = after == null ? null : readCursor(after);
  if (from === undefined) return err(failure('BAD_INPUT', 'after takes a cursor of an earlier page', 'after'));
  return ok({ size, from });
}

export const writeCursor = (key: SortKey) => Buffer.from(JSON.stringify(key)).toString('base64url');

function readCursor(cursor: string): SortKey | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isKey = Array.isArray(key) && key.every((part) => typeof part === 'string' || typeof part === 'number');
    return isKey ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Compares texts in natural order, the same on every machine; numbers by value. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order =
      typeof part === 'number' && typeof other === 'number'
        ? part - other
        : collator.compare(String(part), String(other));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Object type whose resolvers receive a `Value`. */
export type TypeRef<Value> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Value>;

const pageInfos = new WeakMap<Builder, ReturnType<typeof pageInfoOf>>();

function pageInfoOf(builder: Builder) {
  return builder.objectRef<Page<unknown>>('PageInfo').implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
      startCursor: t.string({ nullable: true, resolve: ({ edges }) => edges[0]?.cursor ?? null }),
      endCursor: t.string({ nullable: true, resolve: ({ edges }) => edges.at(-1)?.cursor ?? null }),
    }),
  });
}

/** Builds the type `<name>Connection` for an object type, with count, pageInfo, edges and nodes. */
export function buildConnectionType<Node>(builder: Builder, name: string, node: TypeRef<Node>) {
  const pageInfo = pageInfos.get(builder) ?? pageInfoOf(builder);
  pageInfos.set(builder, pageInfo);
  const edge = builder.objectRef<Page<Node>['edges'][number]>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: node, resolve: (one) => one.node as never }),
    }),
  });
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'How many there are on all pages.' }),
      pageInfo: t.field({ type: pageInfo, resolve: (page) => page }),
      edges: t.field({ type: [edge], length: 'page', resolve: ({ edges }) => [...edges] }),
      nodes: t.field({ type: [node], length: 'page', resolve: ({ edges }) => edges.map((one) => one.node) as never }),
    }),
  });
}
