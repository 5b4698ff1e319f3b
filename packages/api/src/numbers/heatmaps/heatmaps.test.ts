import { aClock } from '@atrium/testkit/time';
import Fastify from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import type { Services } from '../../app/services.ts';
import { registerFileRoutes } from '../../platform/files/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { listHeatmapDays } from './list-heatmap-days.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-30T12:00:00Z');
const routes = Fastify();
let services: Services;
let scope: Scope;
let stranger: Scope;
let zones: ReadonlyMap<string, number>;

/** The shop's day begins at four in the morning. On 29 March its clocks jump from two to three. */
const siteFile = (name: string) => `
organization: { name: ${name} }
installations:
  - key: shop
    name: Shop
    timezone: Europe/Zurich
    changeOfDay: "04:00"
    openingHours: {}
    creationDate: 2026-01-01
    zones: [{ key: floor, name: Floor, zones: [{ key: bay, name: Bay }] }]
    devices:
      - { serial: CAM, kind: camera, zone: floor, interval: 300 }
      - { serial: CAM-BAY, kind: camera, zone: bay, interval: 300 }
`;

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, aClock(now));
  const { files, fileProducers } = services;
  registerFileRoutes(routes, { files: files.store, addresses: files.addresses, producers: fileProducers });
  scope = await organization('Heat');
  stranger = await organization('Elsewhere');
  const [topology] = await services.sites.topologies(scope);
  zones = new Map(topology?.zones.map(({ key, id }) => [key, id]));
});

async function organization(name: string): Promise<Scope> {
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId, problems } = await applySiteFile(services.provisioning, siteFile(name), options);
  expect(problems).toEqual([]);
  return systemScope(organizationId as Scope['organizationId']);
}

async function seen(at: string, value: number, x: number, y: number, more: object = {}): Promise<void> {
  const raw = [{ device: 'CAM', metric: 'presence', at, value, x, y, interval: 300, ...more }];
  const stored = await services.ingestion.ingestReadings(scope, null, raw, now);
  expect(stored).toMatchObject({ ok: true, value: { rejected: [] } });
}

const days = async (wanted: object = {}, who = scope) =>
  listHeatmapDays(services.heatmaps, who, {
    zoneId: zones.get('floor') as never,
    from: '2026-03-01',
    to: '2026-03-30',
    gender: 'all',
    theme: 'light',
    ...wanted,
  });
const listed = async (wanted: object = {}) => {
  const found = await days(wanted);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};

/** Returns the rows of the image as opacities. */
async function opacities(url: string): Promise<readonly (readonly number[])[]> {
  const answer = await routes.inject({ url });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  const { data, info } = await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, line) =>
    Array.from({ length: info.width }, (_, at) => data[(line * info.width + at) * 4 + 3] ?? 0),
  );
}

describe('heatmap days (G12)', () => {
  it("are the site's own: across midnight, its change of day, and a jump of its clocks", async () => {
    await seen('2026-03-28T23:30:00+01:00', 3600, 0.25, 0.25);
    await seen('2026-03-29T01:00:00+01:00', 1800, 0.25, 0.25);
    await seen('2026-03-29T03:55:00+02:00', 1800, 0.25, 0.25);
    await seen('2026-03-29T04:00:00+02:00', 7200, 0.75, 0.75, { gender: 'female' });
    const found = await listed();
    expect(found.map(({ date, personHours }) => [date, personHours])).toEqual([
      ['2026-03-28', 2],
      ['2026-03-29', 2],
    ]);
  });

  it('show where people were, and nothing elsewhere', async () => {
    const [first, second] = await listed();
    const [before, after] = [await opacities(first?.url ?? ''), await opacities(second?.url ?? '')];
    const at = (rows: readonly (readonly number[])[], x: number, y: number) =>
      rows[Math.floor(y * rows.length)]?.[Math.floor(x * (rows[0]?.length ?? 0))];
    expect([at(before, 0.25, 0.25), at(before, 0.75, 0.75)]).toEqual([224, 0]);
    expect([at(after, 0.25, 0.25), at(after, 0.75, 0.75)]).toEqual([0, 224]);
  });

  it('separate genders; unreported ones are unknown', async () => {
    const datesOf = async (gender: string) => (await listed({ gender })).map(({ date }) => date);
    expect(await datesOf('female')).toEqual(['2026-03-29']);
    expect(await datesOf('male')).toEqual([]);
    expect(await datesOf('unknown')).toEqual(['2026-03-28']);
  });

  it('change address when a reading is corrected, and the older image is gone', async () => {
    const [before] = await listed({ from: '2026-03-29' });
    await opacities(before?.url ?? '');
    await seen('2026-03-29T04:00:00+02:00', 3600, 0.75, 0.75, { gender: 'female' });
    const [after] = await listed({ from: '2026-03-29' });
    expect([after?.personHours, after?.url === before?.url]).toEqual([1, false]);
    await opacities(after?.url ?? '');
    const kept = await services.files.store.list(`heatmaps/${scope.organizationId}/${zones.get('floor')}`);
    expect(kept.filter((key) => key.includes('2026_03_29_all'))).toHaveLength(1);
  });

  it('keep to the plan of one zone: another inside it has its own', async () => {
    expect(await listed({ zoneId: zones.get('bay') })).toEqual([]);
  });

  it('are private: a stranger gets no list, and no image by changing a URL', async () => {
    expect(await days({}, stranger)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    const [first] = await listed();
    const { organizationId } = scope;
    const moved = first?.url.replace(`/heatmaps/${organizationId}/`, `/heatmaps/${stranger.organizationId}/`) ?? '';
    expect((await routes.inject({ url: moved })).statusCode).toBe(404);
    expect((await routes.inject({ url: first?.url.replace(/\/files\/[^/]+/, '/files') ?? '' })).statusCode).toBe(404);
  });

  it('say so where the readings they would be made of are kept no longer', async () => {
    const { ledger } = services.rollups;
    const forgetful = await organization('Forgetful');
    const [topology] = await services.sites.topologies(forgetful);
    const zoneId = topology?.zones.find(({ key }) => key === 'floor')?.id;
    const limit = Date.UTC(2026, 2, 10);
    ledger.close(forgetful.organizationId, limit);
    expect(await ledger.forget(forgetful.organizationId, limit)).toBe(true);
    expect(await days({ zoneId }, forgetful)).toMatchObject({
      ok: false,
      error: { code: 'READINGS_GONE', message: expect.stringContaining('2026-03-10') },
    });
    expect(await days({ zoneId, from: '2026-03-09', to: '2026-03-09' }, forgetful)).toMatchObject({ ok: false });
    expect(await days({ zoneId, from: '2026-03-11' }, forgetful)).toEqual({ ok: true, value: [] });
    expect((await days()).ok).toBe(true);
  });

  it.each([
    [{ from: 'yesterday' }, 'BAD_INPUT'],
    [{ to: '2026-02-30' }, 'BAD_INPUT'],
    [{ from: '2025-12-01' }, 'RANGE_TOO_WIDE'],
    [{ zoneId: 99_999_999 }, 'NOT_FOUND'],
  ])('refuse %j with %s', async (wanted, code) => {
    expect(await days(wanted)).toMatchObject({ ok: false, error: { code } });
  });
});
