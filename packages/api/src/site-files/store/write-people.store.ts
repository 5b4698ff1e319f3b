import { eq } from 'drizzle-orm';
import { profiles, users } from '../../access/access.schema.ts';
import type { ChangeOf } from '../compare-states.ts';
import { getId, type Writing } from './writing.store.ts';

export async function writeProfiles(
  changes: readonly ChangeOf<'profile'>[],
  { db, organizationId, ids }: Writing,
): Promise<void> {
  for (const { key, after } of changes) {
    if (after === null) continue;
    const known = ids.profile.get(key);
    if (known !== undefined) await db.update(profiles).set({ rights: after.rights }).where(eq(profiles.id, known));
    else {
      const [row] = await db
        .insert(profiles)
        .values({ organizationId, ...after })
        .returning({ id: profiles.id });
      ids.profile.set(key, row?.id as number);
    }
  }
}

/** A user created here has no password: they sign in through an invitation. */
export async function writeUsers(changes: readonly ChangeOf<'user'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { profile, sites, ...rest } = after;
    const values = {
      ...rest,
      profileId: getId('profile', profile, writing),
      installationIds: sites?.map((site) => getId('installation', site, writing)) ?? null,
    };
    const known = ids.user.get(key);
    if (known !== undefined) await db.update(users).set(values).where(eq(users.id, known));
    else {
      const [row] = await db
        .insert(users)
        .values({ organizationId, ...values })
        .returning({ id: users.id });
      ids.user.set(key, row?.id as number);
    }
  }
}
