import type { OrganizationId } from '@atrium/domain/core';
import {
  addDevice,
  addPassage,
  addZone,
  changePlacementStart,
  changeZone,
  createEmptySite,
  type SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { expect, test } from 'vitest';
import { buildSchemas } from '../../../app/schema.ts';
import { createServices } from '../../../app/services.ts';
import { testLinks } from '../../../people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../../../platform/bus/open-bus.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { testDrawing } from '../../../platform/testing/test-drawing.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../apply-and-export.ts';
import { editSite } from './edit-site.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-06T12:00:00Z');
let organizations = 0;

/** A hall with a shop in it. The counter at the shop's door is installed since the 4th, but sends since the 1st. */
function aHall(): SiteDeclaration {
  const zones = addZone(addZone(createEmptySite('hall', 'Hall', 'UTC'), 'Floor', null), 'Shop', 'floor');
  const doors = addPassage(addPassage(zones, 'Front', 'outside', 'floor'), 'Inner', 'floor', 'shop');
  const device = { name: '', kind: 'pad', interval: 3600 } as const;
  const front = addDevice(doors, { ...device, serial: 'FRONT', at: { passage: 'front' }, since: '2026-02-01' });
  const both = addDevice(front, { ...device, serial: 'INNER', at: { passage: 'inner' }, since: '2026-03-04' });
  return { ...both, creationDate: '2026-01-01' };
}

/** Hourly since the 1st: 5 entries at the front and 2 at the shop. */
const readings = ['FRONT', 'INNER'].flatMap((device) =>
  Array.from({ length: 5 * 24 + 12 }, (_, hour) => ({
    ...{ device, metric: 'affluenceIn', interval: 3600, value: device === 'FRONT' ? 5 : 2 },
    at: new Date(Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000).toISOString(),
  })),
);

async function openWorld() {
  const { db } = stores.relational;
  const services = createServices({
    ...{ db, analytics: stores.analytics, bus: createInProcessBus({ error: () => {} }), clock: aClock(now) },
    ...{ files: testFiles().store, drawing: testDrawing(), links: testLinks, logError: () => {} },
    secret: 'only for tests, only for tests, only for tests',
  });
  organizations += 1;
  const text = `organization: { name: Past ${organizations} }`;
  const made = await applySiteFile(services.provisioning, text, { dryRun: false, prune: false, within: null });
  const scope = systemScope(made.organizationId as OrganizationId);
  const saved = await editSite(services.provisioning, scope, aHall(), { dryRun: false, version: null });
  if (saved.site === null) throw new Error(JSON.stringify(saved.problems));
  const sent = await services.ingestion.ingestReadings(scope, null, readings, now);
  if (!sent.ok || sent.value.rejected.length > 0) throw new Error('readings were refused');
  const schema = buildSchemas(services.modules).main;
  const ask = async (declaration: SiteDeclaration) => {
    const { data, errors } = await graphql({
      schema,
      source: `query ($declaration: SiteDeclarationInput!) { pastNumbers(declaration: $declaration) {
        from to isCut unchanged zones { name before { entries coverage } after { entries coverage } days { date before after } }
      } }`,
      contextValue: { scope, tokenProblem: null, address: '' },
      variableValues: { declaration },
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    return (errors?.map(({ message }) => message) ?? data?.pastNumbers) as any;
  };
  return { ask, site: saved.site.declaration };
}

test('a counter installed there earlier adds its days to the zone it counts, and to no other', async () => {
  const { ask, site } = await openWorld();
  const found = await ask(changePlacementStart(site, 'INNER', '2026-03-02'));
  expect(found).toMatchObject({ from: '2026-03-02', to: '2026-03-06', isCut: false, unchanged: 1 });
  expect(found.zones).toMatchObject([
    {
      name: 'Shop',
      before: { entries: (2 * 24 + 12) * 2 },
      after: { entries: (4 * 24 + 12) * 2, coverage: 1 },
      days: [
        { date: '2026-03-02', before: null, after: 48 },
        { date: '2026-03-03', before: null, after: 48 },
        { date: '2026-03-04', before: 48, after: 48 },
        { date: '2026-03-05', before: 48, after: 48 },
        { date: '2026-03-06', before: 24, after: 24 },
      ],
    },
  ]);
});

test('a door that is new counts nothing, and what changes today’s names alone changes no number', async () => {
  const { ask, site } = await openWorld();
  expect(await ask(changeZone(site, 'shop', { name: 'Boutique' }))).toBeNull();
  const moved = changePlacementStart(addPassage(site, 'Back', 'outside', 'floor'), 'FRONT', '2026-03-03');
  const { zones } = await ask(moved);
  expect(zones).toMatchObject([{ name: 'Floor', before: { entries: 660 }, after: { entries: 420 } }]);
});

test('a declaration that can’t be saved has no numbers', async () => {
  const { ask, site } = await openWorld();
  const broken = { ...changePlacementStart(site, 'INNER', '2026-03-02'), timezone: 'Nowhere' };
  expect(await ask(broken)).toBeNull();
});

test('where a day of the site begins later than the calendar’s, the last day is the site’s own', async () => {
  const { ask, site } = await openWorld();
  const { to } = await ask({ ...changePlacementStart(site, 'INNER', '2026-03-02'), changeOfDay: '13:00' });
  expect(to).toBe('2026-03-05');
});
