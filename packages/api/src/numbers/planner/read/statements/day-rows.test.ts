import type { OrganizationId } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { dayMs } from '../../../rollups/dirty-days.ts';
import { planWholeDays } from '../plan-days.ts';
import { daySource } from './day-rows.ts';

const hour = 3_600_000;
const firstDay = 20_600;
const count = 50;
const readings = { organizationId: 1 as OrganizationId, installations: [1], metrics: ['co2'], devices: [1] };
const columns = { day: 'device', reading: 'device' };

/** Every day is open in the morning, and overnight every other day. */
function openHours() {
  return Array.from({ length: count }, (_, index) => (firstDay + index) * dayMs).flatMap((start, index) => [
    { from: start + 9 * hour, to: start + 12 * hour },
    ...(index % 2 === 0 ? [{ from: start + 22 * hour, to: start + dayMs + 2 * hour }] : []),
  ]);
}

test('each day that is cut several times, also across midnight, is within one range', () => {
  const spans = openHours();
  const edges = spans.flatMap(({ from, to }) => [from, to]);
  const { params } = daySource({ readings, days: planWholeDays(spans, edges, [], 0) }, 'rollup_day_samples', columns);
  const { cutDayFrom0: from, cutDayTo0: to } = params;
  expect([from, to]).toEqual([firstDay, firstDay + count]);
});

test('sources of one statement have parameters of their own', () => {
  const days = planWholeDays([{ from: 0, to: 3 * dayMs }], [0, 3 * dayMs], [], 0);
  const { sql, params } = daySource({ readings, days }, 'rollup_day_samples', columns, 'before_');
  expect(sql).toContain('day >= {before_wholeFrom0:Int64}');
  expect(params).toMatchObject({ before_wholeFrom0: 0, before_wholeTo0: 3 });
});
