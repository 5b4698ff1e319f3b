import type { RawQuery } from '@atrium/domain/numbers';
import type { Member } from '@atrium/domain/sites';
import { anAirSensor } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { building, later, metric, stand, start } from '../evaluate/testing/registers.ts';

const stores = useTestStores();
const hour = 3_600_000;

test('a virtual meter is missing while a member is silent, and its coverage names the member', async () => {
  const plain = building(3);
  const [main, sub] = plain.devices.map((device) => ({ ...device, placements: [] }));
  if (main === undefined || sub === undefined) throw new Error('there are no meters');
  const member = (deviceId: Member['deviceId'], factor: number): Member => ({
    deviceId,
    factor,
    validFrom: null,
    validTo: null,
  });
  const members = [member(main.id, 1), member(sub.id, -1)];
  const rest = anAirSensor(91, 1, { name: 'Rest', kind: 'meter', meter: main.meter, members });
  const site = { ...plain, devices: [{ ...main, name: 'Main' }, { ...sub, name: 'Sub' }, rest] };
  // The sub-meter ends at noon.
  const readings = Array.from({ length: 24 * 12 + 1 }, (_, index) => start + index * 300_000).flatMap((at, index) => [
    stand(at, 5 * index, main.id),
    ...(at <= start + 12 * hour ? [stand(at, 2 * index, sub.id)] : []),
  ]);
  await store(stores.analytics, site, readings);
  const ask = createQuerier(() => stores.analytics, [site], later, {});
  const question = { metric, filters: { conditions: [during('2026-05-04/2026-05-05')] } };
  const answer = await ask({ ...question, groupBy: [{ type: 'DATE', granularity: 3600 }] } as RawQuery);
  if (!answer.ok) throw new Error(answer.error.message);
  const shown = answer.value.data.map(({ value, state }) => value ?? state);
  expect(shown.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 36));
  expect(shown.slice(13, 24)).toEqual(Array.from({ length: 11 }, () => 'missing'));
  expect([...new Set(answer.value.coverage.silent.map(({ deviceId, name }) => `${deviceId} ${name}`))]).toContain(
    '91 Rest (Sub)',
  );
});
