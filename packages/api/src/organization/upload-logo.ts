import { randomUUID } from 'node:crypto';
import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../audit/index.ts';
import { buildQueryOwner } from '../platform/concurrency/query-owner.ts';
import { type Files, shrinkImage } from '../platform/files/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { checkSeesAllSites, type Scope } from '../platform/tenancy/index.ts';
import { type Organization, organizationStore } from './organization.store.ts';

/** Height of the header for screens with two pixels per point, and room for a wide logo. */
const bounds = { width: 640, height: 160, fit: 'inside' } as const;

export interface LogoDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Files;
}

/** Replaces or removes the organization's logo. BAD_INPUT for a file that is no picture or has more than 1 MB. */
export async function uploadLogo(
  { db, clock, files }: LogoDependencies,
  scope: Scope,
  bytes: Uint8Array | null,
  signal?: AbortSignal,
): Promise<Result<Organization, Failure>> {
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const image = bytes === null ? ok(null) : await shrinkImage(bytes, bounds, 'file', buildQueryOwner(scope, signal));
  if (!image.ok) return image;
  const logo = image.value === null ? null : `logos/${scope.organizationId}/${randomUUID()}.webp`;
  if (logo !== null && image.value !== null) await files.store.put(logo, image.value);
  const { before, after } = await db.transaction(async (transaction) => {
    const store = organizationStore(transaction);
    const found = await store.find(scope);
    const saved = await store.update(scope, { logo });
    const details = { changed: ['logo'] as const, name: found?.name ?? '' };
    const entry = { at: clock.now(), action: 'organization.changed', details } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: scope.organizationId });
    return { before: found, after: saved };
  });
  if (before?.logo) await files.store.delete(before.logo);
  return after === null || after === 'name taken' ? err(failure('NOT_FOUND', 'No such organization')) : ok(after);
}
