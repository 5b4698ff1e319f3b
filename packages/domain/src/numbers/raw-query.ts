/** Maximum points of an answer, over all places. Larger queries are rejected before reading. */
export const maxPoints = 100_000;
/** Maximum points of one place, along the finest time axis. */
export const maxSteps = 20_000;

/** Reasons that have their own message in the interface's catalogues. */
export const refusalIds = [
  'aggregation',
  'alone',
  'same',
  'part',
  'descriptor',
  'target',
  'place',
  'doors',
  'comparison',
  'width',
  'currencies',
  'twice',
  'rare',
] as const;
export type RefusalId = (typeof refusalIds)[number];

/** Query as received: shaped like the GraphQL input, not validated. Absent and null mean the same. */
export interface RawQuery {
  readonly metric: string;
  readonly filters?: RawFilters | null | undefined;
  readonly complementary?: string | null | undefined;
  readonly passageType?: string | null | undefined;
  readonly granularity?: number | null | undefined;
  readonly hours?: RawHours | null | undefined;
  readonly compare?: string | null | undefined;
  readonly comparedWithin?: string | null | undefined;
  readonly groupBy?: readonly RawGroupBy[] | null | undefined;
  readonly target?: string | null | undefined;
  readonly aggregation?: string | null | undefined;
  readonly sortBy?: RawSort | null | undefined;
  readonly limit?: number | null | undefined;
}

export interface RawFilters {
  readonly operator?: string | null | undefined;
  readonly conditions: readonly RawCondition[];
}

export interface RawCondition {
  readonly criterion: string;
  readonly operator?: string | null | undefined;
  readonly values: readonly string[];
}

export interface RawHours {
  readonly openingOnly?: boolean | null | undefined;
  readonly preset?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

export interface RawGroupBy {
  readonly type: string;
  readonly granularity?: number | null | undefined;
  readonly period?: string | null | undefined;
  readonly aggregation?: string | null | undefined;
  readonly tagId?: number | null | undefined;
  readonly tagIds?: readonly number[] | null | undefined;
}

export interface RawSort {
  readonly type: string;
  readonly order?: string | null | undefined;
}
