import { findMetric } from '@atrium/domain/numbers';
import { decodeFilters } from '@atrium/domain/pages';
import { isUnknownWidget, parseWidget, type Widget } from '@atrium/domain/pages/definitions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../platform/tenancy/index.ts';
import { exportSiteFile } from '../setup/site-files/index.ts';
import { omitRights, useDemoReaders } from './testing/demo-readers.ts';

const year = 365 * 86_400_000;
const { stores, clock, readers, apply, ask } = useDemoReaders();
let admin: Scope;
let analyst: Scope;
let viewer: Scope;
beforeAll(() => {
  ({ admin, analyst, viewer } = readers);
});

const list = (scope: Scope) =>
  ask(
    '{ allDashboardsV2 { id key kind static type name icon url installationId marketPlaceType lastModified } }',
    scope,
  ).then(({ allDashboardsV2 }) => allDashboardsV2 as { id: number; key: string; type: string; url: string }[]);

describe('the list of dashboards', () => {
  it('is in its order, with addresses and the names of those it derives', async () => {
    const all = await list(admin);
    expect(all.map(({ key, type }) => `${key} ${type}`)).toEqual([
      'static-counting countingSite',
      'static-atmosphere atmosphereSite',
      'static-energy energySite',
      'monday-board custom',
      'cleaning-rounds custom',
      'on-the-floor custom',
      'service-and-stays custom',
      'station-at-a-glance custom',
      'retail-benchmark marketPlace',
    ]);
    expect(all[0]).toMatchObject({ id: null, kind: 'static', static: true, name: 'Lumen Retail', url: '/counting' });
    const pages = await ask('query($id: Int!) { pagesByDashboardId(id: $id) { id name order } }', admin, {
      id: all[3]?.id,
    });
    expect(pages.pagesByDashboardId).toMatchObject([{ name: 'The week' }, { name: 'Right now' }]);
    expect(all[3]).toMatchObject({
      kind: 'organisation',
      static: false,
      url: `/dashboard/${all[3]?.id}/page/${pages.pagesByDashboardId[0].id}`,
      lastModified: clock.time,
    });
  });

  it('holds what the viewer’s rights, events and sites allow', async () => {
    const keys = async (scope: Scope) => (await list(scope)).map(({ key }) => key);
    expect(await keys(viewer)).toEqual([
      'static-counting',
      'static-atmosphere',
      'static-energy',
      'monday-board',
      'retail-benchmark',
    ]);
    expect(await keys(omitRights(admin, 'dashboard.custom.read'))).toEqual([
      'static-counting',
      'static-atmosphere',
      'static-energy',
    ]);
    expect(await keys(omitRights(admin, 'dashboard.sensor.read'))).not.toContain('static-counting');
    expect(await keys({ ...admin, installationIds: [] })).toEqual(['monday-board', 'retail-benchmark']);
    const rounds = (await list(admin)).find(({ key }) => key === 'cleaning-rounds');
    const pages = 'query($id: Int!) { pagesByDashboardId(id: $id) { id } }';
    expect(await ask(pages, viewer, { id: rounds?.id })).toEqual(['NOT_FOUND']);
    const [{ id }] = (await ask(pages, admin, { id: rounds?.id })).pagesByDashboardId;
    expect(await ask('query($id: Int!) { pageById(id: $id) { id } }', viewer, { id })).toEqual(['NOT_FOUND']);
    expect(
      await ask('query($id: Int!) { pageById(id: $id) { id } }', omitRights(admin, 'dashboard.custom.read'), { id }),
    ).toEqual(['FORBIDDEN']);
  });

  it('keeps a dashboard of one person from everybody else', async () => {
    const { problems } = await apply(`organization: { name: Lumen Retail }
dashboards: [{ key: mine, user: analyst@demo.example, pages: [{ key: p, widgets: [{ type: hologram, title: x, beams: 3 }] }] }]`);
    expect(problems).toEqual([]);
    const mine = (await list(analyst)).find(({ key }) => key === 'mine');
    expect(mine).toMatchObject({ kind: 'user', type: 'custom', name: 'mine' });
    expect((await list(admin)).map(({ key }) => key)).not.toContain('mine');
    const page = 'query($id: Int!) { pagesByDashboardId(id: $id) { id widgets { id type title definition } } }';
    expect(await ask(page, admin, { id: mine?.id })).toEqual(['NOT_FOUND']);
    expect((await ask(page, analyst, { id: mine?.id })).pagesByDashboardId[0].widgets).toEqual([
      {
        id: 1,
        type: 'hologram',
        title: '',
        definition: { version: 1, id: 1, order: 0, type: 'hologram', title: 'x', beams: 3 },
      },
    ]);
  });
});

describe('a page', () => {
  it('answers its widgets with ids, field by field and as one definition', async () => {
    const board = (await list(admin)).find(({ key }) => key === 'monday-board');
    const { pagesByDashboardId } = await ask(
      `query($id: Int!) { pagesByDashboardId(id: $id) { id widgets { id pageId type title order zoneIds realTime kind
        metrics { type compare groupBy { type granularity } sortBy { type order } limit }
        kpis { type } configuration { halfCircle colors { series color } } definition }
        widgetGlobalFilters { id pageId type zoneIds datePreset order } dashboard { url } } }`,
      admin,
      { id: board?.id },
    );
    const [week, live] = pagesByDashboardId;
    expect(week.dashboard.url).toBe(board?.url);
    expect(week.widgetGlobalFilters).toMatchObject([
      { type: 'date', datePreset: 'last7' },
      { type: 'zone', order: 1 },
      { type: 'day', order: 2 },
      { type: 'gender', order: 3 },
      { type: 'engagement', order: 4 },
    ]);
    const { rows } = await stores.relational.pool.query("select id from zones where key = 'gallery'");
    expect(week.widgetGlobalFilters[1].zoneIds).toContain(rows[0].id);
    expect(week.widgets[2]).toMatchObject({ id: 3, pageId: week.id, type: 'barChart', metrics: [{ limit: 8 }] });
    expect(week.widgets[2].zoneIds).toHaveLength(8);
    expect(live.widgets[0]).toMatchObject({
      kind: 'live',
      realTime: 'live',
      metrics: [{ type: 'inside' }, { type: 'occupancy' }],
    });
    expect(live.widgets[1].configuration).toMatchObject({ halfCircle: true });
  });

  it('of the demo holds only metrics there are, in widgets that read', async () => {
    const { rows } = await stores.relational.pool.query("select widgets from pages where key <> 'p'");
    const widgets: unknown[] = rows.flatMap((row) => row.widgets);
    expect(widgets.length).toBeGreaterThan(12);
    for (const raw of widgets) {
      const read = parseWidget(raw);
      expect(read.ok && !isUnknownWidget(read.value)).toBe(true);
      const { metrics = [] } = (read.ok ? read.value : {}) as Widget;
      for (const { type } of metrics) expect([type, findMetric(type) !== undefined]).toEqual([type, true]);
    }
  });
});

describe('bookmarks', () => {
  const pins = async (scope: Scope) =>
    (await ask('{ me { pinnedUrls { id title url order target } } }', scope)).me.pinnedUrls as {
      id: number;
      title: string;
      url: string;
      order: number;
    }[];
  const add = (url: string, title: string, scope: Scope) =>
    ask(
      'mutation($url: String!, $title: String!) { addPin(url: $url, title: $title) { id title order target } }',
      scope,
      { url, title },
    );

  it('of the demo lead to sites and zones by their ids, with filters that read', async () => {
    const found = await pins(admin);
    expect(found.map(({ title }) => title)).toContain('Arcades, last 30 days');
    const food = found.find(({ title }) => title.startsWith('Food court')) as { url: string };
    const { rows } = await stores.relational.pool.query(
      "select id, installation_id as site from zones where key = 'food-court'",
    );
    const url = new URL(food.url, 'https://a.example');
    expect(url.pathname).toBe(`/counting/${rows[0].site}`);
    expect(decodeFilters(Object.fromEntries(url.searchParams))).toMatchObject({
      timespan: { kind: 'preset', preset: 'last7' },
      zoneId: rows[0].id,
    });
    const { me } = await ask('{ me { customLinks { text url openOutside } } }');
    expect(me.customLinks).toMatchObject([{ text: 'Lumen intranet', openOutside: true }]);
  });

  it('are added, renamed, moved and taken away by their owner alone', async () => {
    expect(await pins(analyst)).toEqual([]);
    const a = (await add('/counting/1?v=1', ' First ', analyst)).addPin;
    const b = (await add('/counting/2', 'Second', analyst)).addPin;
    const c = (await add('/counting/3', 'Third', analyst)).addPin;
    expect([a, b, c]).toMatchObject([{ title: 'First', order: 0, target: '_self' }, { order: 1 }, { order: 2 }]);
    expect((await add('/counting/2', 'Again', analyst)).addPin).toMatchObject({ id: b.id, title: 'Again', order: 1 });
    const order = async () => (await pins(analyst)).map(({ id }) => id);
    const reorder = (ids: number[], scope: Scope) =>
      ask('mutation($ids: [Int!]!) { reorderPins(ids: $ids) { id order } }', scope, { ids });
    expect((await reorder([c.id, a.id], analyst)).reorderPins).toEqual([
      { id: c.id, order: 0 },
      { id: a.id, order: 1 },
      { id: b.id, order: 2 },
    ]);
    const update = (args: string, scope = analyst) =>
      ask(`mutation { updatePin(${args}) { title url order target } }`, scope);
    expect(await update(`id: ${b.id}, order: 0, target: _blank`)).toEqual({
      updatePin: { title: 'Again', url: '/counting/2', order: 0, target: '_blank' },
    });
    expect(await order()).toEqual([b.id, c.id, a.id]);
    expect(await update(`id: ${b.id}, order: 99, title: "Last"`)).toMatchObject({
      updatePin: { order: 2, title: 'Last' },
    });
    for (const bad of ['title: "  "', 'url: "//evil.example"'])
      expect(await update(`id: ${b.id}, ${bad}`)).toEqual(['BAD_INPUT']);
    expect(await update(`id: ${b.id}, title: "Mine"`, admin)).toEqual(['NOT_FOUND']);
    expect(await reorder([c.id], admin)).toEqual(['NOT_FOUND']);
    expect(await ask(`mutation { deletePin(id: ${c.id}) }`, admin)).toEqual(['NOT_FOUND']);
    expect(await ask(`mutation { deletePin(id: ${c.id}) }`, analyst)).toEqual({ deletePin: true });
    expect(await order()).toEqual([a.id, b.id]);
  });

  it('lead nowhere else, and have a title', async () => {
    for (const url of ['https://evil.example', '//evil.example', '/\\evil', '/a\nb', '', 'javascript:alert(1)'])
      expect([url, await add(url, 'x', viewer)]).toEqual([url, ['BAD_INPUT']]);
    expect(await add('/help', '', viewer)).toEqual(['BAD_INPUT']);
    expect(await pins(viewer)).toEqual([]);
  });

  it('added at once stand one behind the other', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(`/counting/${index}`, `${index}`, viewer)));
    expect((await pins(viewer)).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('go into the site file by key, and out again', async () => {
    const { allDashboardsV2 } = (await ask('{ allDashboardsV2 { name url } }', admin)) as unknown as {
      allDashboardsV2: { name: string; url: string }[];
    };
    const board = allDashboardsV2.find(({ name }) => name === 'Monday board');
    await add(board?.url ?? '', 'Monday figures', admin);
    const text = await exportSiteFile(stores.relational.db, admin.organizationId);
    expect(text).toContain('zone={arcades-du-lac/food-court}');
    expect(text).toContain('/dashboard/{monday-board}/page/{week}');
    expect((await apply(text)).changes).toEqual([]);
  });
});

describe('short links', () => {
  const create = async (path: string, scope: Scope = admin) =>
    ask('mutation($path: String!) { createShortLink(path: $path) { code expiresAt } }', scope, { path });
  const find = (code: string) =>
    ask('query($code: String!) { shortLinkByCode(code: $code) { path query tokenParam } }', null, { code });

  it('lead anyone to path and query until they expire', async () => {
    const { createShortLink } = await create('/counting/4?v=1&zone=7#top');
    expect(createShortLink.code).toMatch(/^[\w-]{22}$/);
    expect(createShortLink.expiresAt).toBe(clock.time + year);
    const place = { path: '/counting/4', query: '?v=1&zone=7', tokenParam: null };
    expect(await find(createShortLink.code)).toEqual({ shortLinkByCode: place });
    expect((await create('/counting/4?v=1&zone=7')).createShortLink).toEqual(createShortLink);
    expect((await create('/counting/4?v=1&zone=7', analyst)).createShortLink.code).not.toBe(createShortLink.code);
    clock.time += year;
    expect(await find(createShortLink.code)).toEqual(['NOT_FOUND']);
    expect((await create('/counting/4?v=1&zone=7')).createShortLink.code).not.toBe(createShortLink.code);
  });

  it('lead nowhere else, and are not found by guessing', async () => {
    for (const path of ['//evil.example', 'https://evil.example', '/..//evil.example'])
      expect(await create(path)).toEqual(['BAD_INPUT']);
    for (const code of ['nosuchcode', '', 'a'.repeat(22), '\u0000', "' or 1=1 --"])
      expect(await find(code)).toEqual(['NOT_FOUND']);
    expect(await ask('mutation { createShortLink(path: "/help") { code } }', null)).toEqual(['UNAUTHENTICATED']);
  });
});
