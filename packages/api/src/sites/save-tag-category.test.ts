import type { InstallationId, OrganizationId, UserId } from '@atrium/domain/core';
import { fullRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccess } from '../people/access/index.ts';
import { testLinks } from '../people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../platform/bus/open-bus.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import { testFiles } from '../platform/testing/test-files.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { applySiteFile, exportSiteFile } from '../setup/site-files/index.ts';
import { saveTagCategory, type WantedTag } from './save-tag-category.ts';
import { createSiteDirectory } from './site-directory.ts';

const stores = useTestStores();
const clock = aClock('2026-05-04T10:00:00Z');
const bus = createInProcessBus(createLogger('silent'));
const password = 'Demo-pass-1';
let count = 0;
let organizationId: OrganizationId;
let name: string;
let system: Scope;
let sites: ReadonlyMap<string, number>;

const directory = () => createSiteDirectory({ db: stores.relational.db, bus, clock });
const seesInstallation = async (scope: Scope, id: InstallationId) => (await directory().topology(scope, id)) !== null;
const access = () =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation,
  });

async function apply(rest: string, prune = false) {
  const outcome = await applySiteFile(
    { db: stores.relational.db, bus, clock },
    `organization: { name: ${name} }\n${rest}`,
    {
      dryRun: false,
      prune,
      within: null,
    },
  );
  expect(outcome.problems).toEqual([]);
  return outcome;
}

const shop = (key: string, tag: string) =>
  `  - { key: ${key}, name: ${key}, timezone: UTC, tags: [${tag}], zones: [{ key: z }] }\n`;

beforeEach(async () => {
  name = `Regions ${++count}`;
  const outcome = await apply(
    `tags: { Region: [{ name: Germany, tags: [Bavaria, Saxony] }, France], Use: [food] }\ninstallations:\n${
      shop('munich', 'Bavaria') + shop('dresden', 'Saxony') + shop('berlin', 'Germany') + shop('paris', 'France')
    }`,
  );
  organizationId = outcome.organizationId as OrganizationId;
  system = systemScope(organizationId);
  const { sites: found } = await directory().snapshot(system);
  sites = new Map([...found.values()].map((site) => [site.fields.key, site.id]));
});

const idOf = (key: string) => sites.get(key) as number;
const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value as Value;
};
const regions = async () => {
  const { tagCategories } = await directory().snapshot(system);
  const found = tagCategories.find((category) => category.name === 'Region');
  if (found === undefined) throw new Error('no regions');
  return found;
};
const tagId = async (tag: string) => (await regions()).tags.find((one) => one.name === tag)?.id as number;
const save = (category: { id: number | null; name: string; tags: readonly WantedTag[] }, by = system) =>
  saveTagCategory({ db: stores.relational.db, bus, clock, seesInstallation }, by, category);

/** The tree as stored, to be changed. */
async function wanted(): Promise<WantedTag[]> {
  const { tags } = await regions();
  const { sites: all } = await directory().snapshot(system);
  return tags.map(({ id, name: tag, parentId }) => ({
    id,
    name: tag,
    parent: tags.find((one) => one.id === parentId)?.name ?? null,
    installationIds: [...all.values()].filter(({ topology }) => topology.tagIds?.includes(id)).map((site) => site.id),
  }));
}

async function memberOf(tags: readonly string[], chosen: readonly string[] | null = null) {
  const { id: profileId } = value(await access().createProfile(system, { name: 'All', rights: fullRights as never }));
  const email = `member-${count}-${Math.random()}@regions.example`;
  const user = value(await access().createUser(system, { email, password, role: 'user', profileId }));
  const change = { tagIds: await Promise.all(tags.map(tagId)), installationIds: chosen?.map(idOf) ?? null };
  value(await access().updateUser(system, user.id, change, '::1'));
  return { email, id: user.id };
}

/** The sites that a member sees when they sign in now. */
async function seen({ email }: { readonly email: string }): Promise<readonly string[] | null> {
  const { token } = value(await access().signIn({ email, password, address: '::1' }));
  const { scope } = await access().authenticate(token);
  const ids = scope?.installationIds;
  return ids == null ? null : [...sites].flatMap(([key, id]) => (ids.some((one) => one === id) ? [key] : [])).sort();
}

describe('somebody who sees a region', () => {
  test('sees its sites, those of its parts, and sites chosen beside', async () => {
    expect(await seen(await memberOf(['Bavaria']))).toEqual(['munich']);
    expect(await seen(await memberOf(['Germany']))).toEqual(['berlin', 'dresden', 'munich']);
    expect(await seen(await memberOf(['Saxony'], ['paris']))).toEqual(['dresden', 'paris']);
  });

  test('sees sites that join it later, and no longer those that leave it, in a session that goes on', async () => {
    const member = await memberOf(['Bavaria'], ['paris']);
    const { token } = value(await access().signIn({ email: member.email, password, address: '::1' }));
    const now = async () => (await access().authenticate(token)).scope?.installationIds;
    expect(await now()).toEqual([idOf('munich'), idOf('paris')].sort((a, b) => a - b));
    await apply('installations: [{ key: munich, tags: [France] }, { key: berlin, tags: [Bavaria] }]');
    expect(await now()).toEqual([idOf('berlin'), idOf('paris')].sort((a, b) => a - b));
    const next = (await wanted()).map((tag) => ({
      ...tag,
      installationIds: tag.name === 'Bavaria' ? [idOf('dresden')] : [],
    }));
    value(await save({ id: (await regions()).id, name: 'Region', tags: next }));
    expect(await now()).toEqual([idOf('dresden'), idOf('paris')].sort((a, b) => a - b));
  });

  test('sees no site rather than all once the region is gone', async () => {
    const [one, other] = [await memberOf(['Saxony']), await memberOf(['Saxony'])];
    const next = (await wanted()).filter((tag) => tag.name !== 'Saxony');
    value(await save({ id: (await regions()).id, name: 'Region', tags: next }));
    expect(await seen(one)).toEqual([]);
    const account = await access().findUser(system, one.id);
    expect(account?.siteChoice).toEqual({ tagIds: [], installationIds: [] });
    // Applying the own export changes nothing of it.
    const file = await exportSiteFile(stores.relational.db, organizationId);
    expect(
      (
        await applySiteFile({ db: stores.relational.db, bus, clock }, file, {
          dryRun: false,
          prune: true,
          within: null,
        })
      ).changes,
    ).toEqual([]);
    expect(await seen(other)).toEqual([]);
  });

  test('is limited by the region until their sites are chosen anew', async () => {
    const member = await memberOf(['Germany']);
    value(await access().updateUser(system, member.id, { installationIds: [idOf('paris')] }, '::1'));
    expect(await seen(member)).toEqual(['paris']);
    await apply('installations: [{ key: paris, tags: [Bavaria] }, { key: munich, tags: [France] }]');
    expect(await seen(member)).toEqual(['paris']);
    value(await access().updateUser(system, member.id, { installationIds: null, tagIds: [] }, '::1'));
    expect(await seen(member)).toBeNull();
  });

  test('is declared in a file by the region', async () => {
    const member = await memberOf(['France']);
    await apply(`users: [{ email: ${member.email}, siteTags: [Region/Bavaria], sites: [paris] }]`);
    expect(await seen(member)).toEqual(['munich', 'paris']);
    const file = await exportSiteFile(stores.relational.db, organizationId);
    expect(file).toMatch(/siteTags: \[ Region\/Bavaria \]/);
    expect((await apply(file.slice(file.indexOf('tags:')))).changes).toEqual([]);
    await apply(`users: [{ email: ${member.email}, sites: null }]`);
    expect(await seen(member)).toBeNull();
  });

  test('may not be made by somebody who sees some sites only, nor of another organization’s tags', async () => {
    const limited = { ...system, installationIds: [idOf('munich') as InstallationId] } as Scope;
    const member = await memberOf(['Bavaria']);
    const tagIds = [await tagId('Bavaria')];
    expect(await access().updateUser(limited, member.id, { tagIds }, '::1')).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN', field: 'tagIds' },
    });
    expect(await access().inviteMember(limited, { email: 'x@regions.example', role: 'user', tagIds })).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN' },
    });
    const { organizationId: other } = await applySiteFile(
      { db: stores.relational.db, bus, clock },
      `organization: { name: Other ${count} }`,
      { dryRun: false, prune: false, within: null },
    );
    const elsewhere = systemScope(other as OrganizationId);
    const invited = await access().inviteMember(elsewhere, { email: 'y@regions.example', role: 'user', tagIds });
    expect(invited).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', field: 'tagIds' } });
  });

  test('is invited to it', async () => {
    const tagIds = [await tagId('Bavaria')];
    const invited = value(
      await access().inviteMember(system, { email: `i-${count}@regions.example`, role: 'user', tagIds }),
    );
    const account = await access().findUser(system, invited.id as UserId);
    expect(account).toMatchObject({ installationIds: [idOf('munich')], siteChoice: { tagIds, installationIds: [] } });
  });
});

describe('a category saved on screen', () => {
  test('renames, moves, adds and removes tags, and their sites, as the file then says', async () => {
    const { id } = await regions();
    const tags = await wanted();
    const named = (tag: string) => tags.find((one) => one.name === tag) as WantedTag;
    const next: WantedTag[] = [
      // Two tags swap their names.
      { ...named('Bavaria'), name: 'Saxony' },
      { ...named('Saxony'), name: 'Bavaria', parent: 'South ' },
      { ...named('Germany'), name: ' Deutschland', installationIds: [] },
      { id: null, name: 'South', parent: 'Deutschland', installationIds: [idOf('berlin'), idOf('paris')] },
    ].map((tag) => (tag.name === 'Saxony' ? { ...tag, parent: 'Deutschland' } : tag));
    expect(value(await save({ id, name: 'Area', tags: next }))).toBe(id);
    const file = await exportSiteFile(stores.relational.db, organizationId);
    expect(file).toMatch(/Area:\s+- name: Deutschland\s+tags:\s+- Saxony\s+- \{ name: South, tags: \[ Bavaria \] \}/);
    const { rows } = await stores.relational.pool.query(
      `select i.key, t.name from installation_tags it join installations i on i.id = it.installation_id
       join tags t on t.id = it.tag_id where i.organization_id = $1 order by i.key`,
      [organizationId],
    );
    expect(rows.map(({ key, name: tag }) => `${key} ${tag}`)).toEqual([
      'berlin South',
      'dresden Bavaria',
      'munich Saxony',
      'paris South',
    ]);
    const { rows: log } = await stores.relational.pool.query(
      `select details from audit_entries where organization_id = $1 and action = 'tags.changed'`,
      [organizationId],
    );
    expect(log).toEqual([{ details: { name: 'Area', tags: 4 } }]);
  });

  test('is new, or is removed without tags, and leaves the others', async () => {
    const tag = { id: null, name: 'Lumen', parent: null, installationIds: [idOf('paris')] };
    expect(await save({ id: null, name: 'Brand', tags: [tag] })).toMatchObject({ ok: true, value: expect.any(Number) });
    value(await save({ id: (await regions()).id, name: 'Region', tags: [] }));
    const { tagCategories, sites: all } = await directory().snapshot(system);
    expect(tagCategories.map((category) => category.name)).toEqual(['Use', 'Brand']);
    expect([...all.values()].map(({ topology }) => topology.tagIds?.length)).toEqual([0, 0, 0, 1]);
  });

  test.for<[string, (tags: WantedTag[]) => { id?: number | null; name?: string; tags?: readonly WantedTag[] }, string]>(
    [
      ['no name', () => ({ name: ' ' }), 'name'],
      ['a name with a slash', () => ({ name: 'a/b' }), 'name'],
      ['the name of another', () => ({ name: 'Use' }), 'name'],
      ['an unknown id', () => ({ id: 999_999 }), 'id'],
      [
        'a nameless tag',
        (tags) => ({ tags: [...tags, { id: null, name: '', parent: null, installationIds: [] }] }),
        'tags',
      ],
      [
        'a tag twice',
        (tags) => ({ tags: [...tags, { ...(tags[0] as WantedTag), id: null, installationIds: [] }] }),
        'tags',
      ],
      [
        'a tag of another category',
        (tags) => ({ tags: [...tags, { id: 999_999, name: 'x', parent: null, installationIds: [] }] }),
        'tags',
      ],
      ['a tag inside nothing', (tags) => ({ tags: tags.map((tag) => ({ ...tag, parent: 'Nowhere' })) }), 'tags'],
      ['tags inside each other', (tags) => ({ tags: tags.map((tag) => ({ ...tag, parent: tag.name })) }), 'tags'],
      [
        'a site twice',
        (tags) => ({ tags: tags.map((tag) => ({ ...tag, installationIds: [...sites.values()] })) }),
        'tags',
      ],
      [
        'an unknown site',
        (tags) => ({ tags: tags.map((tag, index) => ({ ...tag, installationIds: index === 0 ? [999_999] : [] })) }),
        'installationIds',
      ],
    ],
  )('with %s changes nothing', async ([, change, field]) => {
    const { id } = await regions();
    const before = await exportSiteFile(stores.relational.db, organizationId);
    const result = await save({ id, name: 'Region', tags: await wanted(), ...change(await wanted()) });
    expect(result).toMatchObject({ ok: false, error: { field } });
    expect(await exportSiteFile(stores.relational.db, organizationId)).toBe(before);
  });
});
