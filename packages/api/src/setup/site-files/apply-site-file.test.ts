import { readFileSync } from 'node:fs';
import { fullRights, type Right, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { Cancelled } from '../../platform/failures.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile, describeChange, exportSiteFile, type SiteFileOutcome } from './index.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T12:00:00Z');
const clock = aClock(start);
let published = 0;
const bus = createInProcessBus(createLogger('silent'));
bus.subscribe('sites.changed', () => {
  published += 1;
});
const demo = (name: string) => readFileSync(new URL(`../../operations/demo/${name}.yaml`, import.meta.url), 'utf8');

beforeEach(() => {
  clock.time = start;
  published = 0;
});

function apply(
  text: string,
  options: { dryRun?: boolean; prune?: boolean; within?: number | null; by?: Scope; signal?: AbortSignal } = {},
): Promise<SiteFileOutcome> {
  const provisioning = { db: stores.relational.db, bus, clock };
  return applySiteFile(provisioning, text, { dryRun: false, prune: false, within: null, ...options } as never);
}

async function applied(text: string, options: { prune?: boolean } = {}): Promise<string[]> {
  const outcome = await apply(text, options);
  expect(outcome.problems).toEqual([]);
  expect(outcome.applied).toBe(true);
  return outcome.changes.map(describeChange);
}

const exported = async (text: string) => {
  const outcome = await apply(text, { dryRun: true });
  return exportSiteFile(stores.relational.db, outcome.organizationId as never);
};

let count = 0;
const named = (rest: string) => `organization: { name: Test ${++count} }\n${rest}`;
const site = (body: string) =>
  named(`installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones:
      - { key: a, zones: [{ key: inner }] }
      - { key: b }
${body}`);

const door = `    passages: [{ key: door, from: outside, to: a }, { key: gate, from: outside, to: b }]
    devices: [{ serial: PAD-1, kind: pad, passage: door }]
`;

describe('applying', () => {
  test.each(['lumen-retail', 'rival-stores'])(
    '%s: twice changes nothing, its export nothing either, and comes back the same',
    async (name) => {
      const text = demo(name);
      expect((await applied(text)).length).toBeGreaterThan(10);
      expect(await applied(text)).toEqual([]);
      expect(await applied(text, { prune: true })).toEqual([]);
      const back = await exported(text);
      expect(await applied(back, { prune: true })).toEqual([]);
      expect(await exported(text)).toBe(back);
    },
  );

  test('a dry run prints what applying prints and keeps everything as it is', async () => {
    const text = site(door);
    const dry = await apply(text, { dryRun: true });
    expect(dry).toMatchObject({ applied: false, organizationId: null, problems: [] });
    expect(published).toBe(0);
    expect(await applied(text)).toEqual(dry.changes.map(describeChange));
    expect(published).toBe(1);
    await applied(text);
    expect(published).toBe(1);
  });

  test('what a file leaves out stays: things and fields; null clears a field', async () => {
    const text = site(`    area: 40\n    city: Bern\n${door}`);
    await applied(text);
    const organization = text.split('\n')[0];
    const partial = (fields: string) => `${organization}\ninstallations: [{ key: hall, ${fields} }]`;
    expect(await applied(partial('city: Basel'))).toEqual(['~ installation hall: city "Bern" → "Basel"']);
    expect(await applied(partial('area: null'))).toEqual(['~ installation hall: area 40 → none']);
    expect(await applied(partial('devices: [{ serial: PAD-2, kind: pad, passage: gate }]'))).toEqual([
      '+ device PAD-2: kind "pad", interval 300, installedAt 2026-03-01T12:00:00Z, placements gate of hall',
    ]);
  });

  test('one mistake anywhere keeps everything out', async () => {
    const text = site(`    passages: [{ key: door, from: outside, to: nowhere }]\n`);
    expect((await apply(text)).problems).toEqual([
      { line: 9, column: 48, message: 'there is no zone "nowhere" in hall; a passage joins zones or the word outside' },
    ]);
    expect((await apply(text, { dryRun: true })).organizationId).toBeNull();
  });

  test('stays within the organization it is let into', async () => {
    const mine = await apply(site(door));
    const other = site(door);
    await applied(other);
    for (const text of [other, named('')]) {
      expect(await apply(text, { within: mine.organizationId })).toMatchObject({
        applied: false,
        problems: [{ line: 1, column: 23 }],
      });
    }
  });

  test('nothing is applied after the client has disconnected', async () => {
    const text = site(door);
    await expect(apply(text, { signal: AbortSignal.abort() })).rejects.toThrow(Cancelled);
    expect((await apply(text, { dryRun: true })).changes.length).toBeGreaterThan(0);
    expect(published).toBe(0);
  });

  test('two at once take turns', async () => {
    const text = site(door);
    await applied(text);
    const limit = (value: number) => text.replace('key: b }', `key: b, limit: ${value} }`);
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((value) => apply(limit(value))));
    expect(outcomes.every((outcome) => outcome.applied && outcome.changes.length === 1)).toBe(true);
  });
});

describe('history', () => {
  test('a moved device closes its placement now and opens another; its past stays', async () => {
    const text = site(door);
    await applied(text);
    clock.time += 3_600_000;
    const moved = text.replace('passage: door }]', 'passage: gate }]');
    expect(await applied(moved)).toEqual([
      '~ device PAD-1: placements door of hall → door of hall until 2026-03-01T13:00:00Z then gate of hall from 2026-03-01T13:00:00Z',
    ]);
    clock.time += 3_600_000;
    expect(await applied(moved)).toEqual([]);
    const back = await exported(text);
    expect(back).toContain('validTo: 2026-03-01T13:00:00Z');
    expect(await applied(back, { prune: true })).toEqual([]);
  });

  test('changed ends do the same, unless the file says since when', async () => {
    const text = site(door);
    await applied(text);
    clock.time += 3_600_000;
    expect(await applied(text.replace('to: b }', 'to: inner }'))).toEqual([
      '~ passage hall/gate: ends outside–b → outside–b until 2026-03-01T13:00:00Z then outside–inner from 2026-03-01T13:00:00Z',
    ]);
    expect(await applied(text.replace('to: a }', 'to: inner, validFrom: 2026-02-01 }'))).toEqual([
      '~ passage hall/door: ends outside–a → outside–a until 2026-01-31T23:00:00Z then outside–inner from 2026-01-31T23:00:00Z',
      '~ passage hall/gate: ends outside–b until 2026-03-01T13:00:00Z then outside–inner from 2026-03-01T13:00:00Z → outside–b until 2026-03-01T13:00:00Z then outside–b from 2026-03-01T13:00:00Z',
    ]);
  });

  test('a device that moves to another site keeps its past at the first', async () => {
    const text = site(
      `${door}  - { key: annex, name: Annex, timezone: Asia/Tokyo, zones: [{ key: z }], devices: [] }\n`,
    );
    await applied(text);
    clock.time += 1000;
    const moved = text
      .replace('devices: [{ serial: PAD-1, kind: pad, passage: door }]', '')
      .replace('devices: []', 'devices: [{ serial: PAD-1, zone: z }]');
    await applied(moved, { prune: true });
    const back = await exported(text);
    expect(back).toContain('installation: hall');
    expect(await applied(back, { prune: true })).toEqual([]);
  });

  test('pruning marks what the file leaves out as removed, and declaring it again brings it back', async () => {
    const text = site(`${door}    events: [{ name: Always, neverEnding: true, metrics: [affluenceIn] }]\n`);
    await applied(text);
    clock.time += 1000;
    const small = text.replace(/ {4}passages[\s\S]*/, '').replace(' - { key: b }', '');
    expect((await applied(small)).length).toBe(0);
    const removed = await applied(small, { prune: true });
    expect(removed.map((line) => line.split(':')[0])).toEqual([
      '- zone hall/b',
      '- passage hall/door',
      '- passage hall/gate',
      '- device PAD-1',
      '- event hall/Always',
    ]);
    expect(await exported(text)).not.toMatch(/PAD-1|Always|gate/);
    clock.time += 1000;
    expect((await applied(text)).map((line) => line.split(':')[0])).toEqual([
      '+ zone hall/b',
      '+ passage hall/door',
      '+ passage hall/gate',
      '+ device PAD-1',
      '+ event hall/Always',
    ]);
    expect(await applied(text, { prune: true })).toEqual([]);
    const none = text.split('installations')[0] as string;
    expect((await applied(none, { prune: true }))[0]).toMatch(/^- installation hall/);
    expect(await exported(text)).not.toContain('hall');
  });
});

test('people: a profile by its granted rights, users without password, no one of another organization', async () => {
  const email = `ann-${Date.now()}@a.example`;
  const people = `profiles: [{ name: Reader, rights: [dashboard.sensor.read, dashboard.alert] }]
users: [{ email: ${email}, profile: Reader, language: en, sites: [hall] }]
`;
  const text = site(door) + people;
  await applied(text);
  expect(await applied(text)).toEqual([]);
  const { rows } = await stores.relational.pool.query(
    'select u.role, u.password_hash, u.language, p.rights from users u join profiles p on p.id = u.profile_id where email = $1',
    [email],
  );
  expect(rows).toMatchObject([
    {
      role: 'user',
      password_hash: null,
      language: 'en',
      rights: { dashboard: { alert: { delete: true }, custom: { read: false } } },
    },
  ]);
  const other = await apply(site(door) + people);
  expect(other.problems).toMatchObject([{ message: `the address ${email} already belongs to an account elsewhere` }]);
  const by = administratorOf((await apply(text, { dryRun: true })).organizationId, ['organization.user.edit']);
  expect((await apply(text, { by })).problems).toHaveLength(2);
});

/** An administrator with all rights except these. */
const administratorOf = (organizationId: number | null, without: readonly Right[] = []) =>
  ({
    ...systemScope(organizationId as never),
    role: 'admin',
    rights: withRights(fullRights, without, false),
  }) as Scope;

describe('an administrator who does not hold every right', () => {
  const own = 'name: Own, rights: [organization, dashboard.sensor.read, dashboard.custom.read]';
  const as = (people: string) => `${people.replaceAll('@', `@a${count}`)}\n`;
  const base = () => ({
    profiles: `profiles: [{ ${own} }, { name: All, rights: all }]`,
    users: as(`users: [{ email: boss@.example, profile: All, role: admin }, { email: poor@.example, profile: Own }]`),
  });

  test('can’t give rights they lack, nor change people with more rights', async () => {
    const text = named('');
    const { profiles, users } = base();
    await applied(`${text}${profiles}\n${users}`);
    const { organizationId } = await apply(text, { dryRun: true });
    const by = administratorOf(organizationId, ['dashboard.alert.read']);
    const refused = async (body: string, message: RegExp) => {
      for (const dryRun of [true, false]) {
        const outcome = await apply(`${text}${body}`, { by, dryRun, within: organizationId });
        expect([body, outcome.applied, outcome.problems.map((one) => message.test(one.message))]).toEqual([
          body,
          false,
          [true],
        ]);
      }
    };
    await refused('profiles: [{ name: Own, rights: all }]', /profile Own .* rights you do not have/);
    await refused('profiles: [{ name: New, rights: all }]', /profile New .* rights you do not have/);
    await refused('profiles: [{ name: All, rights: [dashboard] }]', /profile All .* rights you do not have/);
    await refused(as('users: [{ email: poor@.example, profile: All }]'), /poor@.* rights you do not have/);
    await refused(as('users: [{ email: boss@.example, profile: Own }]'), /boss@.* rights you do not have/);
    await refused(as('users: [{ email: boss@.example, firstName: Eve }]'), /boss@.* rights you do not have/);
    await refused(as('users: [{ email: new@.example, profile: All }]'), /new@.* rights you do not have/);
    await refused(
      as('users: [{ email: boss@.example, bookmarks: [{ title: Mine, url: /counting }] }]'),
      /boss@.* rights you do not have/,
    );
    // Unchanged records need no rights.
    expect((await apply(`${text}${profiles}\n${users}`, { by, within: organizationId })).problems).toEqual([]);
    const fewer = as('users: [{ email: poor@.example, firstName: Ada }]');
    expect(await apply(`${text}${fewer}`, { by, within: organizationId })).toMatchObject({ applied: true });
  });

  test('and can’t remove the last administrator with every right', async () => {
    const text = named('');
    const { profiles, users } = base();
    await applied(`${text}${profiles}\n${users}`);
    const email = as('boss@.example').trim();
    await stores.relational.pool.query(`update users set password_hash = 'x' where email = $1`, [email]);
    const { organizationId } = await apply(text, { dryRun: true });
    const by = administratorOf(organizationId);
    for (const body of [
      `users: [{ email: ${email}, role: user }]`,
      `users: [{ email: ${email}, profile: Own }]`,
      `users: [{ email: ${email}, sites: [] }]`,
      'profiles: [{ name: All, rights: [dashboard] }]',
    ]) {
      const outcome = await apply(`${text}${body}`, { by, within: organizationId });
      expect([body, outcome.problems.map(({ message }) => /one administrator with every right/.test(message))]).toEqual(
        [body, [true]],
      );
    }
  });
});

test('dashboards: pages keep their ids, name places by key, and go when pruned; people keep their bookmarks', async () => {
  const email = `ben-${Date.now()}@a.example`;
  const people = `profiles: [{ name: Reader, rights: all }]
users: [{ email: ${email}, profile: Reader, bookmarks: [{ title: Hall, url: "/counting/{hall}?v=1&zone={hall/a}" }],
          links: [{ text: Rota, url: "https://rota.example/x", openOutside: true }, { text: Help, url: /help }] }]
`;
  const boards = (type: string) => `dashboards:
  - key: board
    name: Board
    pages:
      - { key: one, widgets: [{ type: ${type}, title: In, zoneIds: [hall/a], passageIds: [hall/door], deviceIds: [PAD-1] }] }
      - { key: two, widgetGlobalFilters: [{ type: zone, zoneIds: [hall/b] }] }
`;
  const text = site(door).replace(' }\n', ', migrationDeadline: 2027-01-31, keepReadings: 400 }\n') + people;
  await applied(text + boards('lineChart'));
  expect(await applied(text + boards('lineChart'))).toEqual([]);
  expect(await exported(text)).toContain('zoneIds: [ hall/a ]');
  const stored = () =>
    stores.relational.pool.query(
      `select p.id, p.key, p.widgets from pages p join dashboards d on d.id = p.dashboard_id
       join organizations o on o.id = p.organization_id where o.name = $1 order by p."order"`,
      [/name: (Test \d+)/.exec(text)?.[1]],
    );
  const before = (await stored()).rows;
  expect(before[0].widgets[0]).toMatchObject({ version: 1, id: 1, zoneIds: [expect.any(Number)] });
  clock.time += 1000;
  expect(await applied(text + boards('pieChart'))).toEqual(['~ page board/one: widgets [lineChart] → [pieChart]']);
  expect((await stored()).rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const whole = await exported(text);
  expect(whole).toContain('migrationDeadline: 2027-01-31');
  expect(whole).toContain('keepReadings: 400');
  expect(whole).toContain('{hall/a}');
  expect(await applied(whole, { prune: true })).toEqual([]);
  expect(await applied(text, { prune: true })).toEqual(['- page board/one', '- page board/two', '- dashboard board']);
  expect(await exported(text)).toContain('{hall/a}');
  expect(await applied(text.replace(/bookmarks: .*\n.*links: .*\]/, 'bookmarks: [], links: [] }]'))).toEqual([
    `- bookmarks and links of ${email}`,
  ]);
  expect(await exported(text)).not.toContain('Rota');
});

test('tags: a tree of regions, and the regions of sites', async () => {
  const tree = (text: string, tags: string) => site('').concat(`    tags: [${tags}]\ntags: ${text}\n`);
  const file = tree(
    '{ Region: [{ name: Germany, tags: [{ name: Bavaria, tags: [Munich] }] }, France], Use: [food] }',
    'Munich',
  );
  expect(await applied(file)).toEqual(
    expect.arrayContaining(['+ tag Region/Munich: parent "Bavaria"', '+ tag Region/Germany']),
  );
  expect(await applied(file)).toEqual([]);
  const written = await exported(file);
  expect(await applied(written)).toEqual([]);
  expect(written).toMatch(/Germany[\s\S]*Bavaria[\s\S]*Munich/);

  const same = (text: string) => text.replace(/name: Test \d+/, /name: Test \d+/.exec(file)?.[0] ?? '');
  const moved = same(tree('{ Region: [{ name: France, tags: [Munich] }] }', 'Region/France'));
  expect(await applied(moved)).toEqual([
    '~ tag Region/Munich: parent "Bavaria" → "France"',
    '~ installation hall: tags [Region/Munich] → [Region/France]',
  ]);
  // Without `tags` they stay; pruned tags go, from the site too.
  expect(await applied(same(site('')))).toEqual([]);
  const pruned = same(site('').concat('tags: { Region: [Munich] }\n'));
  expect(await applied(pruned, { prune: true })).toEqual(
    expect.arrayContaining([
      '~ tag Region/Munich: parent "France" → none',
      '~ installation hall: tags [Region/France] → []',
      '- tag Region/Germany',
      '- tag Region/Bavaria',
    ]),
  );
  expect(await applied(pruned, { prune: true })).toEqual([]);
});

test('maps: of a zone, by keys, written back alike, changed, and gone when pruned (G13)', async () => {
  const text = `${site(door)}tags: { Use: [retail] }\n`;
  const maps = (title: string, more = '') => `mapViews:
  - zone: hall/a
    width: 800
    scale: { from: { x: 0, y: 0 }, to: { x: 40, y: 0 }, metres: 12.5 }
    backgrounds: [{ file: plan, backgroundColor: "#ffffff" }]
    layers: [{ name: Upper, file: upper-1 }]
    filterType: custom
    filterOptions: [{ title: ${title}, zoneIds: [hall/b], passageIds: [hall/door] }]
    metrics: [{ type: inside, colorRanges: [{ limits: { lower: null, upper: 5 }, color: "#22aa66" }] }]
    elements:
      - { zoneId: hall/b, tagId: retail, x: 1, y: 2, width: 3, height: 4, tooltip: { title: B } }
      - { passageId: hall/door, path: "M0 0L1 1", strokeWidth: 2 }
      - { deviceId: PAD-1, x: 5, y: 6 }${more}
`;
  expect(await applied(text + maps('Near'))).toContain('+ map of hall/a: config 3 elements');
  expect(await applied(text + maps('Near'))).toEqual([]);
  const { rows } = await stores.relational.pool.query(
    `select m.zone_id, m.config, m.organization_id from map_views m join organizations o on o.id = m.organization_id where o.name = $1`,
    [/name: (Test \d+)/.exec(text)?.[1]],
  );
  const [{ zone_id: zone, organization_id: organization, config }] = rows;
  expect(config.elements[2]).toEqual({ deviceId: expect.any(Number), x: 5, y: 6 });
  expect(config.elements[0]).toMatchObject({ zoneId: expect.any(Number), tagId: expect.any(Number) });
  expect([config.backgrounds[0].file, config.layers[0].file]).toEqual([
    `plans/${organization}/${zone}.png`,
    `plans/${organization}/${zone}-upper-1.png`,
  ]);
  const whole = await exported(text);
  expect(whole).toContain('zone: hall/a');
  expect(whole).toContain('file: upper-1');
  expect(whole).toContain('deviceId: PAD-1');
  expect(await applied(whole, { prune: true })).toEqual([]);
  expect(await applied(text)).toEqual([]);
  expect(await applied(text + maps('Far', '\n      - { name: Desk }'))).toEqual([
    '~ map of hall/a: config 3 elements → 4 elements',
  ]);
  expect(await applied(text, { prune: true })).toEqual(['- map of hall/a']);
  const wrong = `${text}mapViews:
  - { zone: hall/nowhere, elements: [{ zoneId: hall/x, strokeColor: red }], backgrounds: [{ file: ../plan }] }
  - { elements: [] }
  - { zone: hall/a, elements: [{ zoneId: hall/x }] }
  - { zone: hall/a, elements: [], layres: [] }
`;
  expect((await apply(wrong)).problems.map(({ message }) => message.replace(/known: .*/, ''))).toEqual([
    'expected a colour like #1f6feb, found "red"',
    'expected a picture by its name, found "../plan"',
    'a map needs the field "zone"',
    'there is no zone "hall/x"',
    'there is no field "layres"; ',
  ]);
});
