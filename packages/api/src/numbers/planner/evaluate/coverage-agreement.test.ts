import { type InstallationId, startOfSiteDay } from '@atrium/domain/core';
import { computePartCoverage } from '@atrium/domain/pages';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const step = 300_000;
let organization = 91_000;

/** Two halls with two doors each, in time zones far apart. */
function sites(): Topology[] {
  organization += 1;
  return ['Europe/Zurich', 'America/Havana'].map((timezone, index) => {
    const [zone, ...doors] = [1, 11, 12].map((id) => 100 * index + id) as [number, number, number];
    return aSite(organization, {
      installationId: (index + 1) as InstallationId,
      timezone,
      zones: [aZone(zone)],
      passages: doors.map((id) => aDoor(id, null, zone)),
      devices: doors.map((id) => aPad(id + 10, id)),
    });
  });
}

test.each([1, 2, 3, 4])('the overview of all sites and the page of one show the same gaps (%i)', async (seed) => {
  const random = new Random(seed);
  const all = sites();
  const now = Date.parse('2026-05-06T15:40:00Z');
  for (const site of all) {
    const readings = site.devices.flatMap(({ id }) => {
      const heard = [];
      let silentUntil = 0;
      for (let at = now - 40 * 3_600_000; at < now; at += step) {
        if (random.chance(0.03)) silentUntil = at + random.below(20) * step;
        if (at >= silentUntil) heard.push({ device: id, metric: 'affluenceIn', at, value: random.below(4) });
      }
      return heard;
    });
    await store(stores.analytics, site, readings);
  }
  const ask = createQuerier(() => stores.analytics, all, now);
  const covered = async (ids: readonly number[], text: string) => {
    const answer = await ask({
      metric: 'affluenceIn',
      filters: { conditions: [during(text), zones(...ids)] },
      groupBy: [{ type: 'ZONE_ID' }],
    });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.coverage;
  };
  const day = '2026-05-06/2026-05-07';
  const overview = await covered(
    all.flatMap((site) => site.zones.map(({ id }) => id)),
    day,
  );
  for (const site of all) {
    const page = await covered(
      site.zones.map(({ id }) => id),
      day,
    );
    const devices = site.devices.map(({ id }): number => id);
    expect(page.silent.length).toBeGreaterThan(0);
    expect(overview.silent.filter(({ deviceId }) => devices.includes(deviceId))).toEqual(page.silent);
    const span = { from: startOfSiteDay(site, '2026-05-06' as never), to: startOfSiteDay(site, '2026-05-07' as never) };
    const row = computePartCoverage(devices, overview.silent, [span], now);
    // A packet that is not due yet is not expected; only there may the two differ.
    expect(Math.abs((row.ratio as number) - (page.ratio as number))).toBeLessThan(step / (now - span.from));
    const own = overview.sites?.find(({ installationId }) => installationId === site.installationId);
    expect(page.sites).toEqual([own]);
    expect(own).toEqual({
      installationId: site.installationId,
      ratio: page.ratio,
      silentSince: computePartCoverage(devices, page.silent, [span], now).offlineSince,
    });
  }
});

test('each site shows since when all of its sensors have been silent, except removed ones', async () => {
  const [silent, heard] = sites() as [Topology, Topology];
  const now = Date.parse('2026-05-06T15:40:00Z');
  const since = now - 2 * 3_600_000;
  const gone = aPad(13, 12, { removedAt: since - 3_600_000 });
  const site = { ...silent, devices: [...silent.devices, gone] };
  const until = (device: number, end: number) =>
    Array.from({ length: Math.round((end - now) / step) + 300 }, (_, index) => ({
      ...{ device, metric: 'affluenceIn', value: 1 },
      at: now - 300 * step + index * step,
    }));
  await store(stores.analytics, site, [
    ...until(21, since - step),
    ...until(22, since),
    ...until(13, since - 50 * step),
  ]);
  await store(stores.analytics, heard, [...until(121, since), ...until(122, now)]);
  const ask = createQuerier(() => stores.analytics, [site, heard], now);
  const filters = { conditions: [during('2026-05-06/2026-05-07'), zones(1, 101)] };
  for (const hours of [{}, { hours: { from: '16:30', to: '23:00' } }]) {
    const answer = await ask({ metric: 'affluenceIn', filters, ...hours, groupBy: [{ type: 'ZONE_ID' }] });
    if (!answer.ok) throw new Error(answer.error.message);
    // For hours that begin later, `silentSince` still is the earlier instant.
    expect(answer.value.coverage.sites?.map(({ silentSince }) => silentSince)).toEqual([since, null]);
  }
});
