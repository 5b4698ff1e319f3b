import { aSite } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { findMetric, type Metric } from '../../../numbers/index.ts';
import { getPresent } from './asked-time.ts';

const spans = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ begin: [day, 9, 0], end: [day, 18, 0] }));
const shop = aSite(1, { openingHours: { spans, reset: false }, timezone: 'UTC' } as never);
const metrics = (...ids: string[]) => ids.map((id) => findMetric(id) as Metric);
const today = [{ from: '2026-11-20', to: '2026-11-21' }];
const yesterday = [{ from: '2026-11-19', to: '2026-11-20' }];
const morning = { from: '00:00', to: '12:00' };

test.each([
  ['people while the doors are open', ['affluenceIn'], today, null, '17:59', true],
  ['people after the last closing', ['affluenceIn'], today, null, '18:00', false],
  ['a meter at night', ['electricityConsumption'], today, null, '22:00', true],
  ['people beside the air', ['affluenceIn', 'co2'], today, null, '22:00', true],
  ['a morning that has passed', ['co2'], today, morning, '12:00', false],
  ['hours of opening that are over', ['co2'], today, { openingOnly: true }, '19:00', false],
  ['yesterday', ['co2'], yesterday, null, '12:00', false],
] as const)('what is still to come: %s', (_, ids, ranges, hours, clock, expected) => {
  const now = Date.parse(`2026-11-20T${clock}:00Z`);
  expect(getPresent(metrics(...ids), shop, { ranges, hours }, now)).toBe(expected ? now : null);
});
