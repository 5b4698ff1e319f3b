import { type Clock, id, type UserId } from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Download, DownloadGuard } from '../../../platform/files/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { findAccessProblem } from '../exports-dependencies.ts';
import { findJobByFile } from '../jobs.store.ts';

export interface GuardDependencies extends Pick<ExportsDependencies, 'sites' | 'scopeOfMember'> {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Builds the check of download links. The holder must be a member who currently sees the site's numbers, and owner or
 * recipient of the export. A link without a holder belongs to the owner. Downloads are audited.
 */
export function createDownloadGuard({ db, clock, sites, scopeOfMember }: GuardDependencies): DownloadGuard {
  return async ({ key, holder }: Download) => {
    const job = await findJobByFile(db, key);
    if (job === null) return false;
    const [userId, viewedBy] = holder === undefined ? [job.userId, null] : readHolder(holder);
    if (userId === null || !(userId === job.userId || job.request.userIds.includes(userId))) return false;
    const scope = await scopeOfMember(job.organizationId, userId);
    const site = scope && (await sites.topology(scope, job.installationId));
    if (scope === null || site === null) return false;
    if ((await findAccessProblem(sites, scope, job.installationId, '')) !== null) return false;
    if (viewedBy !== null && (await scopeOfMember(job.organizationId, viewedBy)) === null) return false;
    await recordAudit({ ...scope, viewedBy }, db, {
      at: clock.now(),
      action: 'export.downloaded',
      details: { name: site.name },
      subjectId: job.id,
      installationId: job.installationId,
    });
    return true;
  };
}

function readHolder(holder: string): [UserId, UserId | null] {
  const [person, viewer] = holder.split('.');
  return [id<UserId>(Number(person)), viewer === undefined ? null : id<UserId>(Number(viewer))];
}
