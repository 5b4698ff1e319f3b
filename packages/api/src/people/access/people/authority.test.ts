import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { allRights, fullRights, presetProfiles, type Rights, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, type Account, createAccess } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const sites = [11, 12] as InstallationId[];
/** All rights of an administrator except alerts. */
const withoutAlerts = withRights(
  fullRights,
  allRights.filter((right) => right.startsWith('dashboard.alert.')),
  false,
);
let access: Access;
let system: Scope;
let count = 0;

beforeAll(async () => {
  access = createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async (scope, id) => sites.includes(id) && (scope.installationIds?.includes(id) ?? true),
  });
  system = systemScope((await stores.freshOrganization('Authority')) as OrganizationId);
});

const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
};

interface Wanted {
  readonly rights: Rights;
  readonly role?: 'admin' | 'user';
  readonly installationIds?: InstallationId[] | null;
  readonly within?: Scope;
}

const profileOf = async (rights: Rights, within = system) =>
  value(
    await access.createProfile(within, {
      name: `Profile ${allRights.map((r) => +isHeld(rights, r)).join('')}`,
      rights,
    }),
  );

const isHeld = (rights: Rights, right: string) =>
  right.split('.').reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], rights) === true;

async function person({ rights, role = 'user', installationIds = null, within = system }: Wanted): Promise<Account> {
  count += 1;
  const { id: profileId } = await profileOf(rights, within);
  const email = `person-${count}@authority.example`;
  return value(await access.createUser(within, { email, password, role, profileId, installationIds }));
}

async function scopeOf({ email }: Account): Promise<Scope> {
  const { token } = value(await access.signIn({ email, password, address: '::1' }));
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const signedIn = async (wanted: Wanted) => scopeOf(await person(wanted));
const rowOf = async ({ id }: { id: number }) =>
  (await stores.relational.db.execute(sql`select * from users where id = ${id}`)).rows[0] as Record<string, unknown>;
const rightsOf = async (id: number) =>
  (await stores.relational.db.execute<{ rights: Rights }>(sql`select rights from profiles where id = ${id}`)).rows[0]
    ?.rights;
const forbidden = { ok: false, error: { code: 'FORBIDDEN' } };

/** Everything a user can do to another, by name. */
const acts: readonly [string, (by: Scope, on: Account) => Promise<object>][] = [
  ['renames', (by, on) => access.updateUser(by, on.id, { firstName: 'Eve' }, '::1')],
  ['changes the phone of', (by, on) => access.updateUser(by, on.id, { phone: '+41790001122' }, '::1')],
  ['takes two-factor from', (by, on) => access.updateUser(by, on.id, { otpContact: null }, '::1')],
  ['gives another profile to', (by, on) => access.updateUser(by, on.id, { profileId: by.profileId }, '::1')],
  ['limits the sites of', (by, on) => access.updateUser(by, on.id, { installationIds: [11] }, '::1')],
  ['demotes', (by, on) => access.updateUser(by, on.id, { role: 'user' }, '::1')],
  ['deletes', (by, on) => access.removeUser(by, on.id)],
];

describe('people who hold more than oneself', () => {
  it.each(acts)('nobody %s', async (_act, act) => {
    const delegate = await signedIn({ rights: withoutAlerts });
    const poorAdministrator = await signedIn({ rights: withoutAlerts, role: 'admin' });
    const ofOneSite = await signedIn({
      rights: fullRights,
      role: 'admin',
      installationIds: [sites[0] as InstallationId],
    });
    for (const [by, on] of [
      [delegate, await person({ rights: fullRights })],
      [delegate, await person({ rights: presetProfiles.manager.rights })],
      [delegate, await person({ rights: withoutAlerts, role: 'admin' })],
      [poorAdministrator, await person({ rights: fullRights, role: 'admin' })],
      [poorAdministrator, await person({ rights: presetProfiles.manager.rights })],
      [ofOneSite, await person({ rights: presetProfiles.viewer.rights, installationIds: sites })],
      [ofOneSite, await person({ rights: presetProfiles.viewer.rights })],
    ] as const) {
      await stores.relational.db.execute(sql`update users set otp_contact = 'email' where id = ${on.id}`);
      const before = await rowOf(on);
      expect(await act(by, on)).toMatchObject(forbidden);
      expect(await rowOf(on)).toEqual(before);
    }
  });

  it('are not invited again, nor looked as', async () => {
    const poor = await signedIn({ rights: withoutAlerts, role: 'admin' });
    const { id: profileId } = await profileOf(fullRights);
    const awaited = { email: 'awaited@authority.example', role: 'user', profileId } as const;
    value(await access.inviteMember(system, awaited));
    const { email, role } = awaited;
    expect(await access.inviteMember(poor, { email, role, profileId: poor.profileId })).toMatchObject(forbidden);
    const other = await person({ rights: fullRights, role: 'admin' });
    expect(await access.startViewAs(poor, other.id, '::1')).toMatchObject(forbidden);
  });

  it('are others’ affair; people who hold as much or less are one’s own', async () => {
    const delegate = await signedIn({ rights: withoutAlerts });
    const equal = await person({ rights: withoutAlerts });
    const viewer = await person({ rights: presetProfiles.viewer.rights });
    for (const on of [equal, viewer]) {
      expect(await access.updateUser(delegate, on.id, { firstName: 'Ada' }, '::1')).toMatchObject({ ok: true });
      expect(await access.removeUser(delegate, on.id)).toEqual({ ok: true, value: true });
    }
  });
});

describe('rights one does not hold', () => {
  it('are given by nobody: no profile, no person, no invitation', async () => {
    const manager = await profileOf(presetProfiles.manager.rights);
    for (const role of ['user', 'admin'] as const) {
      const by = await signedIn({ rights: withoutAlerts, role });
      const viewer = await person({ rights: presetProfiles.viewer.rights });
      const invite = (over: object) =>
        access.inviteMember(by, { email: `x-${role}@authority.example`, role: 'user', ...over });
      expect(await access.updateUser(by, viewer.id, { profileId: manager.id }, '::1')).toMatchObject(forbidden);
      expect(await invite({ profileId: manager.id })).toMatchObject(forbidden);
      // The default administrator profile has every right.
      expect(await invite({ role: 'admin' })).toMatchObject(forbidden);
    }
    const { rows } = await stores.relational.db.execute(
      sql`select 1 from users where email like 'x-%@authority.example'`,
    );
    expect(rows).toEqual([]);
    const none = await signedIn({ rights: withRights(withoutAlerts, ['dashboard.sensor.read'], false) });
    // The default user profile must not exceed the inviter's either.
    expect(await access.inviteMember(none, { email: 'y@authority.example', role: 'user' })).toMatchObject({
      error: { code: 'FORBIDDEN', field: 'profileId' },
    });
  });

  it('cannot be gained by a profile: not by a new one, another’s, or one’s own', async () => {
    const poor = await signedIn({ rights: withoutAlerts, role: 'admin' });
    const own = poor.profileId as number;
    const before = await rightsOf(own);
    expect(await access.addProfile(poor, { name: 'All', rights: fullRights })).toMatchObject(forbidden);
    expect(await access.changeProfile(poor, own, { name: 'All', rights: fullRights })).toMatchObject(forbidden);
    expect(await rightsOf(own)).toEqual(before);
    const viewers = await profileOf(presetProfiles.viewer.rights);
    expect(await access.changeProfile(poor, viewers.id, { name: 'All', rights: fullRights })).toMatchObject(forbidden);
    const manager = await profileOf(presetProfiles.manager.rights);
    // A profile with more rights can be neither reduced nor renamed nor deleted.
    expect(await access.changeProfile(poor, manager.id, { name: 'Less', rights: withoutAlerts })).toMatchObject(
      forbidden,
    );
    expect(await access.removeProfile(poor, manager.id)).toMatchObject(forbidden);
    expect(await access.addProfile(poor, { name: 'As much', rights: withoutAlerts })).toMatchObject({ ok: true });
  });

  it('are taken from nobody who sees more sites, through the profile they share', async () => {
    const ofOneSite = await signedIn({
      rights: fullRights,
      role: 'admin',
      installationIds: [sites[0] as InstallationId],
    });
    const shared = withRights(presetProfiles.viewer.rights, ['app.salesFunnel.read']);
    const { profileId } = await person({ rights: shared });
    const less = { name: 'Less', rights: presetProfiles.viewer.rights };
    expect(await access.changeProfile(ofOneSite, profileId, less)).toMatchObject(forbidden);
  });
});

describe('the last full administrator', () => {
  it('stays one, whichever way it would be taken', async () => {
    const within = systemScope((await stores.freshOrganization()) as OrganizationId);
    const last = await person({ rights: fullRights, role: 'admin', within });
    const poor = await person({ rights: withoutAlerts, role: 'admin', within });
    const by = await scopeOf(last);
    const kept = { ok: false, error: { code: 'BAD_INPUT' } };
    expect(await access.changeProfile(by, last.profileId, { name: 'Less', rights: withoutAlerts })).toMatchObject(kept);
    const second = await person({ rights: fullRights, role: 'admin', within });
    value(await access.updateUser(by, second.id, { profileId: poor.profileId }, '::1'));
    const third = await person({ rights: fullRights, role: 'admin', within });
    const scope = await scopeOf(third);
    value(await access.removeUser(scope, last.id));
    // One is left. Neither others nor they themselves can remove it.
    expect(await access.changeProfile(scope, third.profileId, { name: 'Less', rights: {} })).toMatchObject(kept);
    expect(await access.updateUser(scope, third.id, { role: 'user' }, '::1')).toMatchObject({ ok: false });
  });

  it('is one of two who take it from each other at once', async () => {
    const within = systemScope((await stores.freshOrganization()) as OrganizationId);
    const [one, two] = [
      await person({ rights: fullRights, role: 'admin', within }),
      await person({ rights: fullRights, role: 'admin', within }),
    ];
    const poor = await profileOf(withoutAlerts, within);
    const [first, second] = [await scopeOf(one), await scopeOf(two)];
    const answers = await Promise.all([
      access.updateUser(first, two.id, { profileId: poor.id }, '::1'),
      access.updateUser(second, one.id, { installationIds: [11] }, '::1'),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
