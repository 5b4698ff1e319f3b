import { expect, test } from 'vitest';
import { Random } from '../chance/index.ts';
import { buildChainFile, largeChain } from './index.ts';

const count = (text: string, list: string) => [...text.matchAll(new RegExp(`"${list}":`, 'g'))].length;

test('a large chain has as much as it says, and the same for the same seed', () => {
  const text = buildChainFile(new Random(1), largeChain);
  const file = JSON.parse(text) as Record<string, { [list: string]: { readonly zones?: unknown[] }[] }[]>;
  const of = (list: string) => file.installations?.flatMap((shop) => shop[list] ?? []) ?? [];
  const zones = of('zones').flatMap((zone) => [zone, ...(zone.zones ?? [])]);
  expect({
    sites: file.installations?.length,
    zones: zones.length,
    doors: of('passages').length,
    devices: of('devices').length,
    users: file.users?.length,
    alerts: of('alerts').length,
    pages: file.dashboards?.flatMap(({ pages }) => pages ?? []).length,
  }).toEqual({ sites: 400, zones: 2400, doors: 1600, devices: 2800, users: 300, alerts: 500, pages: 200 });
  expect(buildChainFile(new Random(1), largeChain)).toBe(text);
  expect(buildChainFile(new Random(2), largeChain)).not.toBe(text);
  expect(count(text, 'serial')).toBe(2800);
});
