import { type InstallationId, id, type ZoneId } from '@atrium/domain/core';
import { getHeatFolder } from '@atrium/domain/numbers/heatmaps';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { getPlanKey } from '../../pages/map-views/index.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { eraseSite } from './index.ts';
import { countSiteRows } from './testing/count-site-rows.ts';

const stores = useTestStores();
const clock = aClock('2026-03-05T12:00:00Z');

const siteFile = (organization: string) => `
organization: { name: ${organization} }
tags: { Kind: [Shop] }
installations:
${['one', 'two']
  .map(
    (key) => `  - key: ${key}
    name: Site ${key}
    timezone: Europe/Zurich
    openingHours: always
    creationDate: 2026-01-01
    zones:
      - { key: hall, name: Hall, tags: [Shop] }
      - { key: cafe, name: Café, parents: [hall] }
    passages:
      - { key: door, name: Door, from: outside, to: hall }
      - { key: street, name: Street, footfallOf: hall }
    devices:
      - { serial: ${organization}-${key}, kind: pad, name: Counter, passage: door, interval: 60 }
    events:
      - { name: All, neverEnding: true, metrics: [affluenceIn] }`,
  )
  .join('\n')}
`;

/** Two sites with counters, a key and pictures each. */
async function twoSites(organization: string) {
  const { db } = stores.relational;
  const { analytics } = stores;
  const services = testServices({ db, analytics }, clock);
  const files = testFiles().store;
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId, problems } = await applySiteFile(services.provisioning, siteFile(organization), options);
  if (organizationId === null) throw new Error(JSON.stringify(problems));
  const scope = systemScope(organizationId);
  const topologies = await services.sites.topologies(scope);
  const sites = topologies.map(({ installationId, zones }) => ({ installationId, zone: zones[0]?.id as ZoneId }));
  for (const { installationId, zone } of sites) {
    await services.access.ingestKeys.create(scope, { name: 'Gateway', installationId });
    await files.put(getPlanKey(organizationId, zone), new Uint8Array([1]));
    await files.put(`${getHeatFolder({ organizationId, zoneId: zone })}/a.png`, new Uint8Array([1]));
  }
  for (const key of ['one', 'two']) {
    const sent = [3, 4].map((day) => ({
      ...{ device: `${organization}-${key}`, metric: 'affluenceIn', interval: 60, value: 4 },
      at: `2026-03-0${day}T10:00:00Z`,
    }));
    await services.ingestion.ingestReadings(scope, null, sent, clock.now());
  }
  await services.marks.flush();
  await services.rollups.rollAll(organizationId, Number.POSITIVE_INFINITY);
  const bus = createInProcessBus({ error: () => {} });
  const erase = (installation: InstallationId) =>
    eraseSite({ ...services, ...{ db, bus, clock, analytics, files } }, { organization: organizationId, installation });
  return { organizationId, services, files, sites, erase };
}

test('a site that is erased leaves nothing in either store nor in the files, and the one beside it keeps all', async () => {
  const { organizationId, services, files, sites, erase } = await twoSites('Erased');
  const [gone, kept] = sites;
  const rowsOf = (installation: InstallationId) =>
    countSiteRows(stores, { organization: organizationId, installation });
  if (gone === undefined || kept === undefined) throw new Error('there are two sites');
  const before = await rowsOf(kept.installationId);
  expect(await rowsOf(gone.installationId)).toEqual(before);
  expect(before).toMatchObject({ readings: 2, reading_marks: 2, rollup_days: 2, ingest_keys: 1, passages: 2 });

  await erase(gone.installationId);
  expect(await rowsOf(gone.installationId)).toEqual({});
  expect(await rowsOf(kept.installationId)).toEqual(before);
  expect(await files.list(`plans/${organizationId}`)).toEqual([getPlanKey(organizationId, kept.zone)]);
  expect(await files.list(getHeatFolder({ organizationId, zoneId: gone.zone }))).toEqual([]);
  expect(await files.list(getHeatFolder({ organizationId, zoneId: kept.zone }))).toHaveLength(1);

  // The next rollup only contains the other site.
  await services.rollups.rollAll(organizationId, Number.POSITIVE_INFINITY);
  expect(await rowsOf(gone.installationId)).toEqual({});
  await erase(gone.installationId);
  expect(await rowsOf(kept.installationId)).toEqual(before);
});

test('nothing of another organization goes, whichever site is named', async () => {
  const ours = await twoSites('Ours');
  const theirs = await twoSites('Theirs');
  const site = theirs.sites[0]?.installationId ?? id<InstallationId>(0);
  const before = await countSiteRows(stores, { organization: theirs.organizationId, installation: site });
  await ours.erase(site);
  expect(await countSiteRows(stores, { organization: theirs.organizationId, installation: site })).toEqual(before);
});
