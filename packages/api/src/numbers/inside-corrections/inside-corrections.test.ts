import type { Instant, ZoneId } from '@atrium/domain/core';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import type { Scope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, plainFacts, zones } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { correctInside } from './correct-inside.ts';
import { insideCorrectionsStore } from './inside-corrections.store.ts';

const stores = useTestStores();
const at = (text: string): Instant => Date.parse(`${text}+01:00`);
const minute = 60_000;

/** A hall with a room: six people enter the hall between 9:00 and 10:00, and one of them goes on into the room. */
async function openHall() {
  const organizationId = (await stores.freshOrganization()) as number;
  const { rows } = await stores.relational.pool.query(
    `with site as (insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
       values ($1, 'hall', 'Hall', 'Europe/Zurich', '{"spans": [], "reset": false}', now()) returning id)
     insert into zones (organization_id, installation_id, key, name, "order")
     select $1, site.id, names.key, names.key, 0 from site, (values ('hall'), ('room')) as names (key)
     returning id, installation_id, key`,
    [organizationId],
  );
  const idOf = (key: string) => rows.find((row) => row.key === key).id as number;
  const [hall, room] = [idOf('hall'), idOf('room')];
  const site = aSite(organizationId, {
    installationId: rows[0].installation_id,
    zones: [aZone(hall), aZone(room, { parentIds: [hall as ZoneId] })],
    passages: [aDoor(11, null, hall), aDoor(12, hall, room)],
    devices: [aPad(21, 11), aPad(22, 12)],
  });
  const counts = (device: number, metric: string, day: string, values: readonly number[]) =>
    values.map((value, index) => ({
      device,
      metric,
      at: at(`${day}T08:00`) + index * 30 * minute,
      value,
      interval: 1800,
    }));
  for (const day of ['2026-02-12', '2026-02-13'])
    await store(stores.analytics, site, [
      ...counts(21, 'affluenceIn', day, [0, 0, 4, 2, 0, 3, 0, 0]),
      ...counts(21, 'affluenceOut', day, [0, 0, 0, 0, 1, 0, 5, 0]),
      ...counts(22, 'affluenceIn', day, [0, 0, 1, 0, 0, 0, 0, 0]),
      ...counts(22, 'affluenceOut', day, [0, 0, 0, 0, 0, 0, 0, 0]),
    ]);
  const scope = { organizationId, installationIds: null, role: 'user', rights: {}, userId: null, viewedBy: null };
  const corrections = insideCorrectionsStore(stores.relational.db);
  const told: unknown[] = [];
  const correct = (now: Instant, zoneId: number, value: number, note = 'counted by hand') =>
    correctInside(
      {
        db: stores.relational.db,
        sites: { topologies: async (asking) => (asking.organizationId === organizationId ? [site] : []) },
        bus: { publish: (...message) => void told.push(message) },
        clock: aClock(now),
      },
      scope as unknown as Scope,
      { zoneId: zoneId as ZoneId, value, note },
    );
  const ask = createQuerier(() => stores.analytics, [site], at('2026-02-14T00:00'), {
    facts: plainFacts.facts,
    corrections,
  });
  const insideOf = async (zone: number, day: string, metric = 'inside') => {
    const answer = await ask({
      metric,
      filters: { conditions: [during(`${day}T08:00:00+01:00/${day}T12:00:00+01:00`), zones(zone)] },
      groupBy: [{ type: 'DATE', granularity: 1800 }],
      aggregation: 'LAST',
    });
    return getPairs(answer).map((pair) => (pair as unknown[])[1]);
  };
  return { hall, room, site, scope: scope as unknown as Scope, correct, insideOf, told };
}

const asCounted = [0, 0, 4, 6, 5, 8, 3, 3];

test('the zone counts on from what was seen, until its day is over; nothing else moves', async () => {
  const { hall, room, correct, insideOf, told, site } = await openHall();
  expect(await insideOf(hall, '2026-02-13')).toEqual(asCounted);
  expect(await correct(at('2026-02-12T09:45'), hall, 2)).toEqual({ ok: true, value: true });
  expect(told).toEqual([['inside.corrected', { installationId: site.installationId }]]);
  expect(await insideOf(hall, '2026-02-12')).toEqual([0, 0, 4, 2, 1, 4, 0, 0]);
  expect(await insideOf(hall, '2026-02-13')).toEqual(asCounted);
  expect(await insideOf(room, '2026-02-12')).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
});

test('a later correction replaces the first, 0 empties the zone, and the number is never negative', async () => {
  const { hall, correct, insideOf } = await openHall();
  await correct(at('2026-02-12T09:15'), hall, 40);
  expect(await insideOf(hall, '2026-02-12')).toEqual([0, 0, 40, 42, 41, 44, 39, 39]);
  await correct(at('2026-02-12T09:45'), hall, 0);
  expect(await insideOf(hall, '2026-02-12')).toEqual([0, 0, 40, 0, 0, 3, 0, 0]);
});

test('is written down with who, where and why, once and only when it was done', async () => {
  const { hall, correct, scope, site } = await openHall();
  const now = at('2026-02-12T09:45');
  expect(await correct(now, hall, 2, '  fire drill  ')).toMatchObject({ ok: true });
  for (const [zone, value, note, field] of [
    [hall, -1, 'x', 'value'],
    [hall, 1.5, 'x', 'value'],
    [hall, 2_000_000, 'x', 'value'],
    [hall, 2, '  ', 'note'],
    [hall, 2, 'x'.repeat(501), 'note'],
    [2_000_000_000, 2, 'x', 'zoneId'],
  ] as const)
    expect(await correct(now, zone, value, note)).toMatchObject({ ok: false, error: { field } });
  const { rows } = await stores.relational.pool.query(
    `select action, subject_id, installation_id, details from audit_entries where organization_id = $1`,
    [scope.organizationId],
  );
  expect(rows).toEqual([
    {
      action: 'inside.corrected',
      subject_id: hall,
      installation_id: site.installationId,
      details: { zone: `Zone ${hall}`, value: 2, note: 'fire drill' },
    },
  ]);
});

test("another organization's corrections are nobody else's", async () => {
  const [ours, theirs] = [await openHall(), await openHall()];
  expect(await ours.correct(at('2026-02-12T09:45'), theirs.hall, 2)).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND', field: 'zoneId' },
  });
  expect(await theirs.insideOf(theirs.hall, '2026-02-12')).toEqual(asCounted);
});
