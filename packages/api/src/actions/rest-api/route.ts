import type { Clock, Failure, Instant, OrganizationId, Result } from '@atrium/domain/core';
import type { TokenScope } from '@atrium/domain/people/access';
import type { AnswerQueries, CalendarEntry, CalendarRequest } from '../../numbers/index.ts';
import type { VerifiedKey } from '../../people/access/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Sizes } from '../../platform/graphql/cost/declared-cost.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { Schema } from './schema.ts';
import type { TextStream } from './text-stream.ts';

/** Modules that the resources read. */
export interface RestDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly sites: SiteSnapshots;
  readonly analytics: AnalyticsStore;
  /** Readings as sent, without those of undone imports. */
  readonly sentReadings: AnalyticsStore;
  readonly answerQueries: AnswerQueries;
  readonly siteCalendar: (scope: Scope, wanted: CalendarRequest) => Promise<Result<readonly CalendarEntry[], Failure>>;
  readonly rollups: { readonly ledger: { takenSince(organizationId: OrganizationId): Instant } };
}

/** Inputs of a request, which fit the route's schemas. */
export interface RestInputs {
  readonly path: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly body: unknown;
}

export interface RestCaller {
  readonly token: VerifiedKey;
  /** Aborted when the caller has left or the request took too long. */
  readonly signal: AbortSignal;
}

/** One operation. Its schemas validate requests and are the OpenAPI document. */
export interface RestRoute {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/v1`, with parameters in braces. */
  readonly path: string;
  /** Name of the operation in generated clients. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Scope that the token needs. Null: any token. */
  readonly scope: TokenScope | null;
  readonly pathParameters?: Readonly<Record<string, Schema>>;
  readonly queryParameters?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly answer: Schema;
  /** Type of an answer that is text. Absent: JSON. `application/x-ndjson`: a stream, which may last longer and runs beside few others. */
  readonly contentType?: string;
  /** Returns the cost in units of about 1 µs of CPU. */
  readonly cost: (inputs: RestInputs, sizes: Sizes) => number;
  readonly handle: (inputs: RestInputs, caller: RestCaller) => Promise<Result<object | string | TextStream, Failure>>;
}
