import type { Failure, InstallationId, Result } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { BodyFailure } from './http/read-body.ts';
import type { KeyRates } from './key-rates.ts';

/** Whom an ingest key speaks for. */
export interface IngestKeyHolder {
  readonly scope: Scope;
  readonly keyId: number;
  readonly installationId: InstallationId | null;
}

/** What became of a message, told to whoever sent it. */
export interface MessageSummary {
  readonly rejected: readonly { readonly message: string }[];
}

/** What takes messages of one kind. */
export interface MessageDoor {
  readonly rates: Pick<KeyRates, 'takeRequest' | 'chargeItems'>;
  /** Whether another message would be turned away now. */
  readonly isFull: boolean;
  read(
    payload: Buffer,
    encoding: string | undefined,
  ): Promise<Result<readonly unknown[], Pick<BodyFailure, 'message'>>>;
  /** Resolves once it would survive `kill -9`. BAD_INPUT: never, however often it is sent; else nothing can be promised now. */
  take(holder: IngestKeyHolder, items: readonly unknown[]): Promise<Result<MessageSummary, Failure>>;
}
