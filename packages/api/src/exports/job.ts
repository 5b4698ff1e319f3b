import type { InstallationId, Instant, OrganizationId, UserId } from '@atrium/domain/core';
import type { ExportRequest } from '@atrium/domain/exports';

/** `expired`: its file was kept as long as files are, and is gone. */
export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';

/**
 * Why there is no file. `rights`: who asked may not see it any more; `gone`: the site or a zone is gone; `readings`: the
 * single readings it needs are not kept any more; `overloaded`: too much else was asked for all the while; `space`: files
 * of exports fill their room; `internal`: a fault of the product, tried again to no avail.
 */
export type ExportProblem = 'rights' | 'gone' | 'readings' | 'overloaded' | 'space' | 'internal';

export interface ExportJob {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** null: who asked is gone. */
  readonly userId: UserId | null;
  readonly installationId: InstallationId;
  readonly request: ExportRequest;
  /** The repeating export it is one time of; null: none, or it is gone. */
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
 * Where the file of an attempt at a job lies: whoever reads a key knows whose it is, and two who make the file of one
 * job at once never write the same.
 */
export const fileKeyOf = (
  { id, organizationId, request: { format } }: Pick<ExportJob, 'id' | 'organizationId' | 'request'>,
  attempt: number,
) => `exports/${organizationId}/${id}_${attempt}.${format}`;
