import type { OrganizationId } from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import { aClock } from '@atrium/testkit/time';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { updateOrganization } from './change-organization.ts';
import { createOrganization, type OrganizationStore, organizationStore } from './index.ts';
import { countOrganization } from './organization.graphql.ts';

const stores = useTestStores();
let store: OrganizationStore;
let scope: Scope;

beforeAll(async () => {
  store = organizationStore(stores.relational.db);
  scope = systemScope((await stores.freshOrganization('Northern Lights')) as OrganizationId);
});

describe('updating an organization', () => {
  const update = (change: { name: string; id?: number } & Omit<Parameters<typeof updateOrganization>[2], 'id'>) =>
    updateOrganization({ db: stores.relational.db, clock: aClock(0) }, scope, {
      id: scope.organizationId,
      ...change,
    });

  it('keeps what is left out and clears what is emptied', async () => {
    expect(await update({ name: ' Southern Lights ', address: 'Quay 1\n8000 Zürich' })).toMatchObject({
      value: { name: 'Southern Lights', address: 'Quay 1\n8000 Zürich' },
    });
    expect(await update({ name: 'Northern Lights' })).toMatchObject({ value: { address: 'Quay 1\n8000 Zürich' } });
    expect(await update({ name: 'Northern Lights', address: '' })).toMatchObject({ value: { address: null } });
    expect(await store.find(scope)).toMatchObject({ name: 'Northern Lights', address: null });
  });

  it('stores weeks and fiscal year, and records what changed', async () => {
    expect(await store.find(scope)).toMatchObject({ firstWeekday: 1, fiscalYear: null });
    const retail = { firstMonth: 2, pattern: '4-5-4', start: 'LAST' };
    await update({ name: 'Northern Lights', firstWeekday: 7, fiscalYear: retail });
    expect(await store.find(scope)).toMatchObject({ firstWeekday: 7, fiscalYear: retail });
    await update({ name: 'Northern Lights' });
    expect(await store.find(scope)).toMatchObject({ firstWeekday: 7, fiscalYear: retail });
    await update({ name: 'Northern Lights', fiscalYear: { firstMonth: 4 } });
    expect(await store.find(scope)).toMatchObject({
      fiscalYear: { firstMonth: 4, pattern: null, start: 'NEAREST' },
    });
    await update({ name: 'Northern Lights', firstWeekday: 1, fiscalYear: null });
    expect(await store.find(scope)).toMatchObject({ firstWeekday: 1, fiscalYear: null });
  });

  it.each([
    [{ firstWeekday: 0 }, 'firstWeekday'],
    [{ firstWeekday: 8 }, 'firstWeekday'],
    [{ firstWeekday: 1.5 }, 'firstWeekday'],
    [{ fiscalYear: { firstMonth: 13 } }, 'fiscalYear'],
    [{ fiscalYear: { firstMonth: 2, pattern: '4-4-4' } }, 'fiscalYear'],
    [{ fiscalYear: { firstMonth: 2, pattern: '4-4-5', start: 'SOON' } }, 'fiscalYear'],
  ])('refuses %j', async (change, field) => {
    expect(await update({ name: 'Northern Lights', ...change })).toMatchObject({
      error: { code: 'BAD_INPUT', field },
    });
  });

  it('refuses what cannot be a name, and another organization’s id', async () => {
    await stores.freshOrganization('Taken');
    for (const name of ['', '   ', 'a\u0000b', 'x'.repeat(201), 'Taken'])
      expect(await update({ name })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'name' } });
    expect(await update({ name: 'x', address: 'a\u0000' })).toMatchObject({
      error: { code: 'BAD_INPUT', field: 'address' },
    });
    const other = await stores.freshOrganization('Elsewhere');
    expect(await update({ id: other, name: 'Mine now' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await store.findByName('Elsewhere')).toMatchObject({ id: other });
  });
});

test('organizations are created under names of their own', async () => {
  expect(await createOrganization(store, ' Zürich Transit ')).toMatchObject({
    value: { name: 'Zürich Transit', colours: {} },
  });
  expect(await createOrganization(store, 'Zürich Transit')).toMatchObject({ error: { code: 'BAD_INPUT' } });
  expect((await store.all()).map(({ name }) => name)).toContain('Zürich Transit');
});

test('the counts are of devices that are installed there now', () => {
  const device = (kind: Device['kind'], removedAt: number | null = null) => ({ kind, removedAt }) as Device;
  const site = (...devices: Device[]) => ({ devices }) as unknown as Topology;
  const sites = [
    site(device('pad'), device('pad', 1), device('meter')),
    site(device('atmosphere'), device('camera')),
    site(),
  ];
  expect(countOrganization(sites, 4)).toEqual({
    installationCount: 3,
    userCount: 4,
    padCount: 1,
    deviceAtmosphereCount: 1,
    totalDeviceCount: 4,
  });
});
