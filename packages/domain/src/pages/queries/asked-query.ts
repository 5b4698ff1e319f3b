import type { Granularity } from '../../core/index.ts';
import type { QueryCompareMode } from '../../numbers/index.ts';

/** Maximum number of widget queries in one document. A page with more sends several documents. */
export const maxQuestionsPerDocument = 30;

/** Splits queries into documents and keeps their order. */
export function splitIntoDocuments<Query>(queries: readonly Query[]): readonly (readonly Query[])[] {
  const count = Math.ceil(queries.length / maxQuestionsPerDocument);
  return Array.from({ length: count }, (_, place) =>
    queries.slice(place * maxQuestionsPerDocument, (place + 1) * maxQuestionsPerDocument),
  );
}

export interface Condition {
  readonly criterion: string;
  readonly operator?: 'NOT_IN';
  readonly values: readonly string[];
}

/** A query as the API takes it. */
export interface AskedQuery {
  readonly metric: string;
  readonly filters: {
    readonly conditions: readonly Condition[];
  };
  readonly granularity?: Granularity;
  readonly hours?: { readonly openingOnly: true } | { readonly from: string; readonly to: string };
  readonly compare?: QueryCompareMode;
  readonly groupBy?: readonly { readonly type: string; readonly granularity?: Granularity; readonly period?: string }[];
  readonly aggregation?: string;
}
