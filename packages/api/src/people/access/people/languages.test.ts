import type { OrganizationId, Result } from '@atrium/domain/core';
import { type ProfileLanguage, presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { createAccess } from '../index.ts';

const stores = useTestStores();
const peer = { address: '::1' };
const password = 'Demo-pass-1';
const refused = { ok: false, error: { code: 'BAD_INPUT', field: 'lang' } };
let system: Scope;
let count = 0;

beforeAll(async () => {
  system = systemScope((await stores.freshOrganization('Languages')) as OrganizationId);
});

/** The same organization, with these languages to choose from. */
const speaking = (...languages: ProfileLanguage[]) =>
  createAccess({
    db: stores.relational.db,
    clock: aClock('2026-03-01T08:00:00Z'),
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    languages,
    seesInstallation: async () => true,
  });

function value<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

const newAddress = () => {
  count += 1;
  return `speaker-${count}@languages.example`;
};

async function speaker(language: ProfileLanguage) {
  const access = speaking('en');
  const { name, rights } = presetProfiles.viewer;
  const { id: profileId } = value(await access.createProfile(system, { name, rights }));
  const email = newAddress();
  const wanted = { email, password, role: 'user', profileId, language, isEmailVerified: true } as const;
  const account = value(await access.createUser(system, wanted));
  const { token } = value(await access.signIn({ email, password, ...peer }));
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return { id: account.id, scope };
}

const languageOf = async (email: string) =>
  (await stores.relational.db.execute(sql`select language from users where email = ${email}`)).rows[0]?.language;

describe('A13, B02 a language that may not be chosen here', () => {
  it('is refused in one’s own profile and in that of others; those that may are taken', async () => {
    const access = speaking('en', 'fr');
    const { id, scope } = await speaker('en');
    expect(await access.updateOwnProfile(scope, { lang: 'de' }, peer)).toMatchObject(refused);
    expect(value(await access.updateOwnProfile(scope, { lang: 'fr' }, peer)).language).toBe('fr');
    expect(await access.updateUser(system, id, { lang: 'ar' }, peer.address)).toMatchObject(refused);
    expect(value(await access.updateUser(system, id, { lang: 'en' }, peer.address)).language).toBe('en');
  });

  it('is kept by whoever chose it while it could be', async () => {
    const access = speaking('en', 'fr');
    const { scope } = await speaker('de');
    expect(value(await access.updateOwnProfile(scope, { lang: 'de', theme: 'dark' }, peer)).language).toBe('de');
    expect(value(await access.updateOwnProfile(scope, { lang: 'en' }, peer)).language).toBe('en');
    expect(await access.updateOwnProfile(scope, { lang: 'de' }, peer)).toMatchObject(refused);
  });

  it('is refused in an invitation and while accepting one', async () => {
    const access = speaking('en', 'it');
    const email = newAddress();
    expect(await access.inviteUser(system, { email, role: 'user', lang: 'de' })).toMatchObject(refused);
    const { path } = value(await access.inviteUser(system, { email, role: 'user', lang: 'it' }));
    const good = { token: path.split('token=')[1] ?? '', password, firstName: 'Nora', lastName: 'Lang' };
    expect(await access.acceptInvitation({ ...good, lang: 'fr' }, peer.address)).toMatchObject(refused);
    expect(await access.acceptInvitation(good, peer.address)).toMatchObject({ ok: true });
    expect(await languageOf(email)).toBe('it');
  });

  it.each<[ProfileLanguage, readonly ProfileLanguage[]]>([
    ['fr', ['en', 'fr']],
    ['de', ['de', 'it']],
  ])('whoever says nothing is spoken to in %s, where people may choose among %j', async (language, languages) => {
    const email = newAddress();
    value(await speaking(...languages).inviteUser(system, { email, role: 'user' }));
    expect(await languageOf(email)).toBe(language);
  });
});
