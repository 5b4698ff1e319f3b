import type { ExportRequest } from '@atrium/domain/actions/exports';
import type { InstallationId, Instant, OrganizationId, UserId } from '@atrium/domain/core';

/** `expired`: the file reached the end of its retention. */
export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';

/**
 * Why there is no file. `rights`: the requester lost access; `gone`: the site or a zone is deleted; `readings`: single
 * readings are no longer retained; `overloaded`: the server stayed overloaded; `space`: the storage limit of exports is
 * reached; `internal`: an error of the product, retried in vain.
 */
export type ExportProblem = 'rights' | 'gone' | 'readings' | 'overloaded' | 'space' | 'internal';

export interface ExportJob {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** Null: a former user. */
  readonly userId: UserId | null;
  readonly installationId: InstallationId;
  readonly request: ExportRequest;
  /** Repeating export of the run. Null: none, or it is deleted. */
  readonly repeatingId: number | null;
  readonly state: ExportState;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly attempts: number;
  readonly problem: ExportProblem | null;
  readonly fileKey: string | null;
  readonly bytes: number | null;
  readonly expiresAt: Instant | null;
  readonly mails: readonly { readonly userId: number; readonly key: string }[];
  readonly wasAttached: boolean;
}

/**
 * Returns the file key of an attempt. It names the organization and the attempt, so that two processes never write the
 * same file.
 */
export const buildFileKey = (
  { id, organizationId, request: { format } }: Pick<ExportJob, 'id' | 'organizationId' | 'request'>,
  attempt: number,
) => `exports/${organizationId}/${id}_${attempt}.${format}`;
