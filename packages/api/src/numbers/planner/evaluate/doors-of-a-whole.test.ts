import { granularity, type InstallationId, type ZoneId } from '@atrium/domain/core';
import { addsUp, getAnswerTotal, getAnswerValues } from '@atrium/domain/pages';
import { Random } from '@atrium/testkit/chance';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const quarter = 900_000;

/** A hall with two street doors, and a shop in it with a street door and a door to the hall. */
const site = aSite(92_000, {
  installationId: 1 as InstallationId,
  timezone: 'Europe/Zurich',
  zones: [aZone(1), aZone(2, { parentIds: [1 as ZoneId] })],
  passages: [aDoor(11, null, 1), aDoor(12, null, 1), aDoor(13, null, 2), aDoor(14, 1, 2)],
  devices: [11, 12, 13, 14].map((door) => aPad(door + 10, door, { interval: 900 })),
});
const now = Date.parse('2026-05-06T15:40:00Z');
const today = Date.parse('2026-05-05T22:00:00Z');

test.each([1, 2, 3])(
  'the doors of a site make up its entries and their change, its zones do not (%i)',
  async (seed) => {
    const random = new Random(seed);
    const counted = new Map<number, number>();
    const readings = site.devices.flatMap(({ id }) => {
      const heard = [];
      for (let at = Date.parse('2026-04-07T22:00:00Z'); at < now - quarter; at += quarter) {
        const value = random.below(6);
        heard.push({ device: id, metric: 'affluenceIn', at, value, interval: 900 });
        if (at >= today) counted.set(id, (counted.get(id) ?? 0) + value);
      }
      return heard;
    });
    await store(stores.analytics, site, readings);
    const ask = createQuerier(() => stores.analytics, [site], now);
    const asked = async (ids: readonly number[], groupBy: readonly { type: string }[]) => {
      const answer = await ask({
        metric: 'affluenceIn',
        filters: { conditions: [during('2026-05-06/2026-05-07'), zones(...ids)] },
        granularity: granularity.quarter,
        compare: 'USUAL',
        ...(groupBy.length > 0 ? { groupBy } : {}),
      });
      if (!answer.ok) throw new Error(answer.error.message);
      const { data, comparison, evolution } = answer.value;
      return { data, comparison, evolution };
    };
    const entries = { kind: 'flow' } as const;
    const { known: total } = getAnswerTotal((await asked([1], [])) as never, entries);
    const parts = async (ids: readonly number[], type: string) =>
      [...getAnswerValues((await asked(ids, [{ type }])) as never, entries)].map(([name, each]) => ({
        name,
        counted: each.point.state === 'known' ? each.point.value : null,
        known: each.known,
      }));
    const doors = await parts([1], 'PASSAGE');
    expect(doors).toHaveLength(3);
    expect(doors.map(({ counted: people }) => people)).toEqual([21, 22, 23].map((id) => counted.get(id)));
    expect(addsUp(total, doors)).toBe(true);
    expect(addsUp(total, await parts([2], 'ZONE_ID'))).toBe(false);
  },
);
