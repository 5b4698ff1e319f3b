import type { Failure, InstallationId, Result } from '@atrium/domain/core';
import type { TokenScope } from '@atrium/domain/people/access';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { BodyFailure } from './http/read-body.ts';
import type { KeyRateLimiter } from './key-rate-limiter.ts';

/** Owner of an ingest key. */
export interface IngestKeyHolder {
  readonly scope: Scope;
  readonly keyId: number;
  readonly installationId: InstallationId | null;
  readonly scopes: readonly TokenScope[];
  /** What a device's MQTT topic adds to that of its key. Absent: nothing, or another protocol. */
  readonly topic?: string;
  /** Scopes of a personal token that its owner has no right for now. */
  readonly withheld?: readonly TokenScope[];
}

/** Outcome of a message, returned to its sender. */
export interface MessageSummary {
  readonly rejected: readonly { readonly message: string }[];
}

/** Endpoint for messages of one kind. */
export interface MessageEndpoint {
  readonly rates: Pick<KeyRateLimiter, 'takeRequest' | 'chargeItems'>;
  /** Whether another message would be rejected now. */
  readonly isFull: boolean;
  read(
    payload: Buffer,
    encoding: string | undefined,
  ): Promise<Result<readonly unknown[], Pick<BodyFailure, 'message'>>>;
  /**
   * Resolves once the items would survive `kill -9`. Fails with BAD_INPUT when a retry cannot succeed, otherwise when
   * nothing can be promised now.
   */
  take(holder: IngestKeyHolder, items: readonly unknown[]): Promise<Result<MessageSummary, Failure>>;
}
