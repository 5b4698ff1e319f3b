import { getOffset, type InstallationId, type OrganizationId } from '@atrium/domain/core';
import { addZone, createEmptySite } from '@atrium/domain/setup/site-files';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { editSite } from '../../../setup/site-files/index.ts';
import { countSiteRows } from '../../site-erasing/testing/count-site-rows.ts';

const stores = useTestStores();
/** 15:00 in Zürich. */
const now = Date.parse('2026-11-24T14:00:00Z');
const wishes = { language: 'de', timezone: 'Europe/Zurich' };

async function anOrganization() {
  const organization = (await stores.freshOrganization()) as OrganizationId;
  const scope = systemScope(organization);
  const clock = aClock(now);
  const start = () => testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  const services = start();
  const { main: schema } = buildSchemas(services.modules);
  const ask = async (source: string, seen: Scope = scope) => {
    const contextValue = { scope: seen, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema, source, contextValue });
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    return (errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0]) as any;
  };
  const steps = '{ isCounted isPlaced hasKey site { id } sample { id name isReady } }';
  const add = () =>
    ask(`mutation { addSampleData(language: "${wishes.language}", timezone: "${wishes.timezone}") ${steps} }`);
  const remove = () => ask(`mutation { removeSampleData ${steps} }`);
  const rows = (installation: InstallationId) => countSiteRows(stores, { organization, installation });
  return { organization, scope, clock, start, services, ask, add, remove, rows };
}

/** Counts pairs of a counter's readings that cover the same minute. */
const overlapsOf = async (organization: OrganizationId) => {
  const [row] = await stores.analytics.query<{ pairs: number; readings: number }>({
    sql: `SELECT toFloat64(countIf(at < before)) AS pairs, toFloat64(count()) AS readings FROM (
      SELECT at, lagInFrame(at + interval * 1000, 1, 0) OVER (PARTITION BY device ORDER BY at) AS before
      FROM readings FINAL WHERE organization = {organization:UInt32} AND metric = 'affluenceIn')`,
    params: { organization },
  });
  return row;
};

const nothing = { isCounted: false, isPlaced: false, hasKey: false, site: null, sample: null };

describe('sample data', () => {
  test('is a site with weeks of history that keeps reporting, and does not count as the organization’s own', async () => {
    const { organization, scope, clock, services, add, rows } = await anOrganization();
    const added = await add();
    const sample = { id: expect.any(Number), name: 'Beispielgeschäft', isReady: true };
    expect(added).toEqual({ ...nothing, sample });
    // Adding it again returns the existing one.
    expect(await add()).toEqual(added);
    const topology = await services.sites.topology(scope, added.sample.id);
    expect(topology).toMatchObject({ zones: { length: 2 }, passages: { length: 2 }, devices: { length: 4 } });
    const before = await rows(added.sample.id);
    // Two counters with two directions, three values of the air and a meter, at nearly every quarter of 42 days.
    expect(before.readings).toBeGreaterThan(42 * 96 * 7.5);
    expect(before).not.toHaveProperty('ingest_keys');

    clock.time += 20 * 60_000;
    await services.sampleSites.report();
    expect((await rows(added.sample.id)).readings).toBeGreaterThan((before.readings ?? 0) + 2 * 2 * 15);
    // The product was stopped for days, and then started again.
    clock.time += 3 * 86_400_000 + 7 * 60_000;
    await services.sampleSites.report();
    clock.time += 20 * 60_000;
    await services.sampleSites.report();
    expect(await overlapsOf(organization)).toMatchObject({ pairs: 0 });
    const [latest] = await stores.analytics.query<{ at: number }>({
      sql: 'SELECT toFloat64(max(at)) AS at FROM readings WHERE organization = {organization:UInt32}',
      params: { organization },
    });
    expect(clock.time - (latest?.at ?? 0)).toBeLessThan(3 * 60_000);
  });

  test('goes with everything of it, however often it is asked, and comes again', async () => {
    const { organization, services, add, remove, rows } = await anOrganization();
    const { sample } = await add();
    expect(await remove()).toEqual(nothing);
    expect(await remove()).toEqual(nothing);
    expect(await rows(sample.id)).toEqual({});
    await services.sampleSites.report();
    await services.rollups.rollAll(organization, Number.POSITIVE_INFINITY);
    expect(await rows(sample.id)).toEqual({});
    const { rows: log } = await stores.relational.pool.query(
      "select action from audit_entries where organization_id = $1 and action like 'sampleData%' order by id",
      [organization],
    );
    expect(log.map(({ action }) => action)).toEqual(['sampleData.added', 'sampleData.removed']);
    expect((await add()).sample.id).not.toBe(sample.id);
  });

  test.each(['making', 'going'])('that an end found %s is gone after the next start', async (state) => {
    const { organization, start, add, rows } = await anOrganization();
    const { sample } = await add();
    const { pool } = stores.relational;
    await pool.query('update sample_sites set state = $2 where organization_id = $1', [organization, state]);
    await pool.query('delete from reading_marks where organization_id = $1', [organization]);
    await start().sampleSites.settle();
    expect(await rows(sample.id)).toEqual({});
  });

  test('that is whole stays through a start', async () => {
    const { start, add, rows } = await anOrganization();
    const { sample } = await add();
    const before = await rows(sample.id);
    await start().sampleSites.settle();
    expect(await rows(sample.id)).toEqual(before);
  });

  test('is refused beside own sites and to callers with some sites only; an own site beside it counts alone', async () => {
    const { scope, services, ask, add, remove } = await anOrganization();
    expect(await ask('mutation { removeSampleData { isCounted } }', { ...scope, installationIds: [] })).toEqual([
      'You see only some of the sites',
    ]);
    expect(await ask('mutation { addSampleData(language: "en", timezone: "Nowhere") { isCounted } }')).toEqual([
      'No such time zone',
    ]);
    const { sample } = await add();
    const own = addZone(createEmptySite('own', 'Own', 'Europe/Zurich'), 'Hall', null);
    const made = await editSite(services.provisioning, scope, own, { dryRun: false, version: null });
    expect(made.problems).toEqual([]);
    expect(await add()).toMatchObject({ site: { id: made.site?.id }, sample: { id: sample.id } });
    expect(await remove()).toMatchObject({ site: { id: made.site?.id }, sample: null });
    expect(await add()).toEqual(['Sample data is for organizations without sites']);
  });

  test('follows the clock of the site: it opens at eight there', async () => {
    const { organization, ask } = await anOrganization();
    await ask('mutation { addSampleData(language: "en", timezone: "Asia/Tokyo") { isCounted } }');
    const hours = await stores.analytics.query<{ at: number }>({
      sql: `SELECT DISTINCT toFloat64(at) AS at FROM readings FINAL
        WHERE organization = {organization:UInt32} AND metric = 'affluenceIn' AND value > 0`,
      params: { organization },
    });
    const local = hours.map(({ at }) => new Date(at + getOffset('Asia/Tokyo', at)).getUTCHours());
    expect([Math.min(...local), Math.max(...local)]).toEqual([8, 19]);
  });
});
