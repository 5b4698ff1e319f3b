import { declaredPeopleStore } from '../../access/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { getId, type RecordChange, type Writing } from '../../sites/stored/index.ts';

export async function writeProfiles(
  changes: readonly RecordChange<'profile'>[],
  { db, organizationId, ids }: Writing,
): Promise<void> {
  const store = declaredPeopleStore(db, systemScope(organizationId));
  for (const { key, after } of changes) {
    if (after === null) continue;
    const known = ids.profile.get(key);
    if (known !== undefined) await store.updateRights(known, after.rights);
    else ids.profile.set(key, await store.insertProfile(after));
  }
}

export async function writeUsers(changes: readonly RecordChange<'user'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  const store = declaredPeopleStore(db, systemScope(organizationId));
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { profile, sites, ...rest } = after;
    const user = {
      ...rest,
      profileId: getId('profile', profile, writing),
      installationIds: sites?.map((site) => getId('installation', site, writing)) ?? null,
    };
    const known = ids.user.get(key);
    if (known !== undefined) await store.updateUser(known, user);
    else ids.user.set(key, await store.insertUser(user));
  }
}
