import type { OrganizationId } from '@atrium/domain/core';
import type { DashboardContent } from '@atrium/domain/pages/content';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile, exportSiteFile } from '../../setup/site-files/index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-02T12:00:00Z');
let services: ReturnType<typeof testServices>;
let schema: GraphQLSchema;
/**
 * Two people who may change the organization's pages, one limited to the second site, and two readers with different
 * roles.
 */
let [admin, editor, limited, reader, guest]: Scope[] = [];
let ids: { zone: number; far: number; board: number; reading: number };

const file = `organization: { name: Lumen }
installations:
  - { key: near, name: Near, timezone: Europe/Zurich, zones: [{ key: whole, name: Near, zones: [{ key: hall, name: Hall }] }] }
  - { key: far, name: Far, timezone: Europe/Zurich, zones: [{ key: all, name: Far, zones: [{ key: shop, name: Shop }] }] }
dashboards:
  - { key: board, name: Board, pages: [{ key: now, name: Now, widgets: [{ type: weather, title: Outside }] }] }`;

const apply = (text: string) =>
  applySiteFile(services.provisioning, text, { dryRun: false, prune: false, within: null } as never);

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  schema = buildSchemas(services.modules).main;
  const { problems, organizationId } = await apply(file);
  expect(problems).toEqual([]);
  const organization = systemScope(organizationId as OrganizationId);
  const profiles = await Promise.all(
    (['administrator', 'viewer'] as const).map((name) =>
      services.access.createProfile(organization, { name, rights: presetProfiles[name].rights }),
    ),
  );
  const guests = await services.access.createProfile(organization, {
    name: 'guest',
    rights: presetProfiles.viewer.rights,
  });
  const [full, view] = profiles.map((made) => (made.ok ? made.value.id : 0));
  const { rows } = await stores.relational.pool.query(`select (select id from zones where key = 'hall') as zone,
    (select id from zones where key = 'shop') as far, (select id from installations where key = 'far') as site,
    (select id from dashboards where key = 'board') as board`);
  const person = async (email: string, role: 'admin' | 'user', profileId: number, installationIds: number[] | null) => {
    const made = await services.access.createUser(organization, {
      email,
      password: 'Demo-pass-1',
      role,
      profileId,
      installationIds,
    } as never);
    if (!made.ok) throw new Error(made.error.message);
    const token = await services.access.signIn({ email, password: 'Demo-pass-1', address: '192.0.2.9' });
    return (await services.access.authenticate(token.ok ? token.value.token : '')).scope as Scope;
  };
  admin = await person('admin@lumen.example', 'admin', full as number, null);
  editor = await person('editor@lumen.example', 'user', full as number, null);
  limited = await person('limited@lumen.example', 'user', full as number, [rows[0].site]);
  reader = await person('reader@lumen.example', 'user', view as number, null);
  guest = await person('guest@lumen.example', 'user', guests.ok ? guests.value.id : 0, null);
  ids = { zone: rows[0].zone, far: rows[0].far, board: rows[0].board, reading: view as number };
}, 60_000);

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
type Answer = any;
const ask = async (source: string, scope: Scope | undefined, variableValues = {}): Promise<Answer> => {
  const contextValue = { scope, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors?.map(({ extensions }) => `${extensions.code} ${extensions.field ?? ''}`.trim()) ?? answer.data;
};

const fields = '{ id version dashboardId isOwn isTouched content published publishedAt changedBy }';
const create = (content: unknown, scope = admin) =>
  ask(`mutation($content: JSON!) { createDashboardDraft(content: $content) ${fields} }`, scope, { content });
const open = (dashboardId: number, scope = admin) =>
  ask(`mutation($id: Int!) { openDashboardDraft(dashboardId: $id) ${fields} }`, scope, { id: dashboardId });
const save = (draftId: number, version: number, content: unknown, scope = admin) =>
  ask(
    `mutation($draftId: Int!, $version: Int!, $content: JSON!) {
      saveDashboardDraft(draftId: $draftId, version: $version, content: $content) ${fields} }`,
    scope,
    { draftId, version, content },
  );
const publish = (draftId: number, version: number, published: number | null, scope = admin) =>
  ask(
    `mutation($draftId: Int!, $version: Int!, $published: Timestamp) {
      publishDashboardDraft(draftId: $draftId, version: $version, published: $published) ${fields} }`,
    scope,
    { draftId, version, published },
  );
const draftOf = (draftId: number, scope: Scope | undefined) =>
  ask(`query($draftId: Int!) { dashboardDraft(draftId: $draftId) { name } }`, scope, { draftId });
const names = async (scope: Scope | undefined) =>
  (await ask('{ allDashboardsV2 { name kind } }', scope)).allDashboardsV2
    .filter(({ kind }: { kind: string }) => kind !== 'static')
    .map(({ name }: { name: string }) => name);

const widget = (id: number, more = {}) => ({
  version: 1,
  id,
  order: id - 1,
  type: 'lineChart',
  title: `Widget ${id}`,
  metrics: [{ type: 'affluenceIn' }],
  place: { column: 0, row: (id - 1) * 6, columns: 8, rows: 6 },
  ...more,
});
const content = (more: Partial<DashboardContent> = {}): DashboardContent => ({
  name: 'Station',
  icon: null,
  isOwn: false,
  installationId: null,
  roleIds: null,
  pages: [{ key: 'now', name: 'Now', icon: null, widgets: [widget(1, { zoneIds: [ids.zone] })], filters: [] }],
  ...more,
});

describe('a draft', () => {
  it('is its editors’ alone until it is published, and then everybody’s', async () => {
    const { createDashboardDraft: draft } = await create(content());
    expect(draft).toMatchObject({ version: 1, dashboardId: null, isTouched: true, published: null });
    expect(await names(reader)).not.toContain('Station');
    expect(await draftOf(draft.id, reader)).toEqual(['NOT_FOUND draftId']);
    expect(await draftOf(draft.id, editor)).toEqual({ dashboardDraft: { name: 'Station' } });
    const { publishDashboardDraft: published } = await publish(draft.id, 1, null, editor);
    expect(published).toMatchObject({ isTouched: false, publishedAt: clock.time, content: content() });
    expect(await names(reader)).toContain('Station');
    const page = '{ pagesByDashboardId(id: ID) { name widgets { definition } } }';
    const read = await ask(page.replace('ID', published.dashboardId), reader);
    expect(read.pagesByDashboardId).toEqual([
      { name: 'Now', widgets: [{ definition: widget(1, { zoneIds: [ids.zone] }) }] },
    ]);
    expect((await ask(`{ dashboardDrafts { name } }`, admin)).dashboardDrafts).toEqual([]);
    const { rows } = await stores.relational.pool.query(
      "select details from audit_entries where action = 'dashboard.published'",
    );
    expect(rows).toEqual([{ details: { name: 'Station', version: 1 } }]);
  });

  it('takes up what is published, keeps pages’ addresses, and what was there before can be gone back to', async () => {
    const { openDashboardDraft: draft } = await open(ids.board);
    expect(draft).toMatchObject({ dashboardId: ids.board, isTouched: false, content: { name: 'Board' } });
    expect((await open(ids.board, editor)).openDashboardDraft.id).toBe(draft.id);
    const [page] = draft.content.pages;
    const changed = {
      ...draft.content,
      pages: [
        { ...page, name: 'Later' },
        { ...page, key: 'more', name: 'More' },
      ],
    };
    const before = await ask(`{ pagesByDashboardId(id: ${ids.board}) { id name } }`, reader);
    clock.time += 60_000;
    const { saveDashboardDraft: saved } = await save(draft.id, draft.version, changed);
    expect(saved).toMatchObject({ version: 2, isTouched: true, changedBy: expect.any(String) });
    expect(await ask(`{ pagesByDashboardId(id: ${ids.board}) { id name } }`, reader)).toEqual(before);
    expect((await publish(draft.id, 2, saved.publishedAt)).publishDashboardDraft.isTouched).toBe(false);
    const after = await ask(`{ pagesByDashboardId(id: ${ids.board}) { id name } }`, reader);
    expect(after.pagesByDashboardId).toEqual([
      { id: before.pagesByDashboardId[0].id, name: 'Later' },
      { id: expect.any(Number), name: 'More' },
    ]);
    const versions = await ask(`{ dashboardVersions(draftId: ${draft.id}) { version by publishedAt } }`, editor);
    expect(versions.dashboardVersions).toEqual([
      { version: 2, by: expect.stringContaining('admin'), publishedAt: clock.time },
      { version: 1, by: null, publishedAt: clock.time - 60_000 },
    ]);
    const old = await ask(`{ dashboardVersionContent(draftId: ${draft.id}, version: 1) }`, editor);
    expect(old.dashboardVersionContent).toEqual(draft.content);
    expect(await ask(`{ dashboardVersionContent(draftId: ${draft.id}, version: 9) }`, editor)).toEqual([
      'NOT_FOUND version',
    ]);
  });

  it('is not overwritten by an editor of an older version, nor published over content they have not seen', async () => {
    const { openDashboardDraft: draft } = await open(ids.board);
    const one = await save(draft.id, draft.version, { ...draft.content, name: 'One' });
    expect(await save(draft.id, draft.version, { ...draft.content, name: 'Two' }, editor)).toEqual([
      'BAD_INPUT version',
    ]);
    const { version, publishedAt } = one.saveDashboardDraft;
    expect(await publish(draft.id, draft.version, publishedAt)).toEqual(['BAD_INPUT version']);
    clock.time += 60_000;
    const { problems } = await apply('organization: { name: Lumen }\ndashboards: [{ key: board, name: By file }]');
    expect(problems).toEqual([]);
    expect(await publish(draft.id, version, publishedAt)).toEqual(['BAD_INPUT published']);
    expect(await ask(`mutation { discardDashboardDraft(draftId: ${draft.id}) }`, admin)).toEqual({
      discardDashboardDraft: true,
    });
    expect((await open(ids.board)).openDashboardDraft).toMatchObject({
      isTouched: false,
      content: { name: 'By file' },
    });
  });

  it.each<[string, () => Partial<DashboardContent>, string]>([
    ['no name', () => ({ name: ' ' }), 'content.name'],
    [
      'a widget nobody can read',
      () => pageWith(widget(1, { realTime: 'often' })),
      'content.pages.0.widgets.0.realTime',
    ],
    ['a zone of nobody', () => pageWith(widget(1, { zoneIds: [999_999] })), 'content.pages.0.widgets.0.zoneIds.0'],
    ['a site of nobody', () => ({ installationId: 999_999 }), 'content.installationId'],
    ['a role of nobody', () => ({ roleIds: [999_999] }), 'content.roleIds'],
  ])('with %s is refused, and says where', async (_, wrong, field) => {
    expect(await create(content(wrong()))).toEqual([`BAD_INPUT ${field}`]);
  });

  const pageWith = (one: object) => ({
    pages: [{ key: 'now', name: 'Now', icon: null, widgets: [one as never], filters: [] }],
  });
});

describe('whose a dashboard is', () => {
  it('private ones are invisible to others, drafted or published', async () => {
    const own = content({ name: 'Mine', isOwn: true });
    expect(await create(content({ name: 'Theirs' }), reader)).toEqual(['BAD_INPUT content.isOwn']);
    const { createDashboardDraft: draft } = await create(own, reader);
    expect(await draftOf(draft.id, admin)).toEqual(['NOT_FOUND draftId']);
    const { publishDashboardDraft: published } = await publish(draft.id, 1, null, reader);
    expect(await names(reader)).toContain('Mine');
    expect(await names(admin)).not.toContain('Mine');
    expect(await open(published.dashboardId)).toEqual(['NOT_FOUND dashboardId']);
    expect(await save(draft.id, published.version, content({ name: 'Mine' }), reader)).toEqual([
      'BAD_INPUT content.isOwn',
    ]);
    expect(await ask(`mutation { deleteDashboard(dashboardId: ${published.dashboardId}) }`, admin)).toEqual([
      'NOT_FOUND dashboardId',
    ]);
    expect(await ask(`mutation { deleteDashboard(dashboardId: ${published.dashboardId}) }`, reader)).toEqual({
      deleteDashboard: true,
    });
    expect(await draftOf(draft.id, reader)).toEqual(['NOT_FOUND draftId']);
  });

  it('readers may copy what they see for themselves', async () => {
    const copied = await ask(
      `mutation($id: Int!) { duplicateDashboard(dashboardId: $id, name: "Copy") ${fields} }`,
      reader,
      { id: ids.board },
    );
    expect(copied.duplicateDashboard).toMatchObject({ isOwn: true, dashboardId: null, content: { name: 'Copy' } });
    expect(await open(ids.board, reader)).toEqual(['NOT_FOUND dashboardId']);
    expect(await ask(`mutation { discardDashboardDraft(draftId: ${copied.duplicateDashboard.id}) }`, reader)).toEqual({
      discardDashboardDraft: true,
    });
  });

  it('those of a role or a site are for them and for who changes pages, also through a site file', async () => {
    const shared = content({ name: 'For readers', roleIds: [ids.reading] });
    const { createDashboardDraft: draft } = await create(shared);
    await publish(draft.id, 1, null);
    expect(await names(reader)).toContain('For readers');
    expect(await names(editor)).toContain('For readers');
    expect(await names(guest)).not.toContain('For readers');
    const text = await exportSiteFile(stores.relational.db, (admin as Scope).organizationId);
    expect(text).toMatch(/For readers\s+profiles:\W+viewer/);
    expect(text).toMatch(/place: \{[^}]*columns: 8/);
    expect((await apply(text)).problems).toEqual([]);
    expect(await names(guest)).not.toContain('For readers');
    const { rows } = await stores.relational.pool.query("select id from installations where key = 'near'");
    const near = await create(content({ name: 'Near', installationId: rows[0].id }));
    expect(await draftOf(near.createDashboardDraft.id, limited)).toEqual(['NOT_FOUND draftId']);
    expect(await create(content({ name: 'Near', installationId: rows[0].id }), limited)).toEqual([
      'BAD_INPUT content.pages.0.widgets.0.zoneIds.0',
    ]);
    await publish(near.createDashboardDraft.id, 1, null);
    expect(await names(limited)).not.toContain('Near');
  });

  it('are changed by those alone who see all the sites they serve', async () => {
    const asked = (source: string, scope = limited) => ask(source, scope);
    const open = `mutation { openDashboardDraft(dashboardId: ${ids.board}) { id version } }`;
    const remove = `mutation { deleteDashboard(dashboardId: ${ids.board}) }`;
    expect(await asked(open)).toEqual(['FORBIDDEN dashboardId']);
    expect(await asked(remove)).toEqual(['FORBIDDEN dashboardId']);
    const { openDashboardDraft: draft } = await asked(open, admin);
    expect(await draftOf(draft.id, limited)).toEqual(['NOT_FOUND draftId']);
    expect(await asked(`mutation { discardDashboardDraft(draftId: ${draft.id}) }`)).toEqual(['NOT_FOUND draftId']);
    const page = { key: 'now', name: 'Now', icon: null, widgets: [widget(1, { zoneIds: [ids.far] })], filters: [] };
    expect(await create(content({ name: 'All', pages: [page] }), limited)).toEqual([
      'BAD_INPUT content.installationId',
    ]);
    const copy = `mutation { duplicateDashboard(dashboardId: ${ids.board}, name: "Mine") { isOwn } }`;
    expect(await asked(copy)).toEqual({ duplicateDashboard: { isOwn: true } });
    expect(await asked('{ dashboardDrafts { name isOwn } }')).toEqual({
      dashboardDrafts: [{ name: 'Mine', isOwn: true }],
    });
    const { allDashboardsV2 } = await asked('{ allDashboardsV2 { id } }', admin);
    expect(allDashboardsV2).toContainEqual({ id: ids.board });
  });
});
