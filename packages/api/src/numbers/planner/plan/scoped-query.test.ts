import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, getPairs, scopeOf } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const at = Date.parse('2026-05-04T10:00:00Z');
const site = (organization: number, installation: number, first: number) =>
  aSite(organization, {
    installationId: installation as never,
    timezone: 'UTC',
    zones: [aZone(first)],
    passages: [aDoor(first + 1, null, first)],
    devices: [aPad(first + 2, first + 1)],
  });
const ours = site(801, 31, 10);
const alsoOurs = site(801, 32, 20);
const theirs = site(802, 33, 30);
// The scope applies even if the directory returns too much.
const ask = createQuerier(() => stores.analytics, [ours, alsoOurs, theirs], at + 300_000);
const entries = { metric: 'affluenceIn' };

async function fill(): Promise<void> {
  await store(stores.analytics, ours, [{ device: 12, metric: 'affluenceIn', at, value: 1 }]);
  await store(stores.analytics, alsoOurs, [{ device: 22, metric: 'affluenceIn', at, value: 10 }]);
  await store(stores.analytics, theirs, [{ device: 32, metric: 'affluenceIn', at, value: 100 }]);
}

describe('a viewer', () => {
  test.for([
    ['ZONES', '30'],
    ['PASSAGES', '31'],
    ['DEVICES', '32'],
    ['INSTALLATIONS', '33'],
    ['ZONES', '999'],
  ] as const)("is told that %s %s isn't found, theirs or nobody's", async ([criterion, id]) => {
    const answer = await ask({ ...entries, filters: { conditions: [{ criterion, values: [id] }] } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    const excluded = await ask({
      ...entries,
      filters: { conditions: [{ criterion, operator: 'NOT_IN', values: [id] }] },
    });
    expect(excluded).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });

  test('sees the own organization only, and of it the own sites', async () => {
    await fill();
    expect(getPairs(await ask(entries))).toEqual([['all', 11]]);
    expect(getPairs(await ask(entries, scopeOf(801, [32])))).toEqual([['all', 10]]);
    expect(getPairs(await ask(entries, scopeOf(802)))).toEqual([['all', 100]]);
    const hidden = await ask(
      { ...entries, filters: { conditions: [{ criterion: 'ZONES', values: ['10'] }] } },
      scopeOf(801, [32]),
    );
    expect(hidden).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });

  test('a viewer of no site gets an empty answer', async () => {
    expect(getPairs(await ask(entries, scopeOf(801, [])))).toEqual([['all', 'missing']]);
  });
});
