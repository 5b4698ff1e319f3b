import { expect, test } from 'vitest';
import { Random } from '../chance/index.ts';
import { buildChainFile, chainPeople, largeChain } from './index.ts';

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
  }).toEqual({ sites: 400, zones: 2644, doors: 1716, devices: 2916, users: 300, alerts: 500, pages: 200 });
  expect(buildChainFile(new Random(1), largeChain)).toBe(text);
  expect(buildChainFile(new Random(2), largeChain)).not.toBe(text);
  expect(count(text, 'serial')).toBe(2916);
});

test.each([40, 2000])('a chain of %i sites has a person for all of them, for 40 and for one', (sites) => {
  const text = buildChainFile(new Random(1), { ...largeChain, sites, largestSite: null });
  const { users, installations } = JSON.parse(text);
  expect(installations.length).toBe(sites);
  const sitesOf = (email: string) => users.find((one: { email: string }) => one.email === email).sites;
  expect(sitesOf(chainPeople.administrator)).toBe(null);
  expect(sitesOf(chainPeople.manager).length).toBe(40);
  expect(sitesOf(chainPeople.viewer).length).toBe(1);
  expect(users.flatMap(({ bookmarks }: { bookmarks: unknown[] }) => bookmarks).length).toBe(2000);
});
