import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { RecentSites } from './watch-alerts.ts';

const minute = 60_000;
const site = { organizationId: id<OrganizationId>(1), installationId: id<InstallationId>(2) };

test('a site is read once more after each end of an interval its last readings may lie in', () => {
  const told = new RecentSites(2 * minute);
  told.add(site, 3 * minute);
  const read = Array.from({ length: 60 }, (_, half) => 3 + half / 2).filter((at) => told.due(at * minute).length > 0);
  expect(read).toEqual([6.5, 11.5, 16.5, 21.5]);
});

test('sites without recent readings are not read', () => {
  const told = new RecentSites(0);
  expect([told.due(20 * minute), told.due(40 * minute)]).toEqual([[], []]);
});
