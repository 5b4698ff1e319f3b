import type { Granularity } from '../../core/index.ts';
import type { CompareMode } from '../../measurements/index.ts';

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
  readonly compare?: CompareMode;
  readonly groupBy?: readonly { readonly type: string; readonly granularity?: Granularity; readonly period?: string }[];
  readonly aggregation?: string;
}
