import { randomUUID } from 'node:crypto';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import { shrinkImage } from '../../platform/files/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Account } from '../accounts/index.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { refuseViewAs } from './rules/refuse-view-as.ts';

/** The largest size shown, for screens with two pixels per point. */
const bounds = { width: 256, height: 256, fit: 'cover' } as const;

/** Replaces or removes the user's picture. BAD_INPUT for a file that is no picture or has more than 1 MB. */
export async function uploadPicture(
  { db, clock, files }: PeopleDependencies,
  scope: Scope,
  bytes: Uint8Array | null,
  signal?: AbortSignal,
): Promise<Result<Account, Failure>> {
  const { userId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (userId === null) return err(failure('NOT_FOUND', 'No such user'));
  const image = bytes === null ? ok(null) : await shrinkImage(bytes, bounds, 'file', buildQueryOwner(scope, signal));
  if (!image.ok) return image;
  const picture = image.value === null ? null : `pictures/${scope.organizationId}/${randomUUID()}.webp`;
  if (picture !== null && image.value !== null) await files.store.put(picture, image.value);
  const before = await peopleStore(db).find(scope, userId);
  const after = await db.transaction(async (transaction) => {
    const saved = await peopleStore(transaction).update(scope, userId, { picture });
    const entry = { at: clock.now(), action: 'account.ownProfileChanged', details: { changed: ['picture'] } } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: userId });
    return saved;
  });
  // Only now: the old picture may be shown until the row has the new one.
  if (before?.picture) await files.store.delete(before.picture);
  return after === null || after === 'email taken' ? err(failure('NOT_FOUND', 'No such user')) : ok(after);
}
