import type { AlertCondition } from '@atrium/domain/actions/alerts';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createAlertWorld } from './testing/alert-world.ts';

const stores = useTestStores();
const five = 300_000;
/** A Monday, 08:00 at the site. */
const start = Date.parse('2026-05-04T06:00:00Z');
const mail = { type: 'email', msgTitle: ' ', msgContent: '', recipients: [] } as const;

/** Judges one reading every five minutes, and returns what became of each notification. */
async function judge(condition: Partial<AlertCondition>, values: readonly number[], fields?: string) {
  const world = await createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start, {
    ...(fields !== undefined && { fields }),
  });
  Object.assign(world.judging, {
    contactsOf: async () => [
      { userId: null, language: 'en', email: 'anna@hall.example', phone: null, browsers: [], installationIds: null },
    ],
    findHolidays: async (country: string) =>
      new Map(country === 'CH' ? [['2026-05-04', { name: 'A holiday', names: {} }]] : []),
  });
  const alertId = await world.alert(condition, { emails: ['anna@hall.example'], actions: [mail] });
  await world.passes();
  for (const value of values) {
    const at = world.clock.time - (world.clock.time % five);
    world.clock.time = at + five + 1000;
    await world.told([{ at, value }]);
  }
  const { rows } = await stores.relational.pool.query(
    'select about, not_sent from alert_notifications where alert_id = $1 order by at, id',
    [alertId],
  );
  const log = await stores.relational.pool.query('select id from alert_logs where alert_id = $1', [alertId]);
  expect(log.rows).toHaveLength(1);
  return rows.map((row) => `${row.about} ${row.not_sent ?? 'sent'}`);
}

const days = [1] as const;
const fires = [700, 900, 900, 700];

test('a firing within a quiet time of the site is logged and tells nobody, not even its end', async () => {
  const quietTimes = [{ days, from: '08:00', to: '09:00' }];
  expect(await judge({ quietTimes }, fires)).toEqual(['opened quiet']);
});

test('a firing outside of all quiet times tells people', async () => {
  const quietTimes = [
    { days, from: '09:00', to: '10:00' },
    { days: [2] as const, from: '00:00', to: '24:00' },
  ];
  expect(await judge({ quietTimes }, fires)).toEqual(['opened sent', 'ended sent']);
});

test('what outlasts a quiet time is told by the next reminder, and so is its end', async () => {
  const quietTimes = [{ days, from: '08:00', to: '08:30' }];
  const lasting = [700, 900, 900, 900, 900, 900, 900, 900, 700];
  expect(await judge({ quietTimes, remindEvery: 900 }, lasting)).toEqual([
    'opened quiet',
    'reminder quiet',
    'reminder sent',
    'ended sent',
  ]);
});

test.each([
  ['a closed date', 'closedDates: ["2026-05-04"]', true, ['opened closedDay']],
  ['a public holiday', 'country: CH', true, ['opened closedDay']],
  ['a holiday of another country', 'country: FR', true, ['opened sent', 'ended sent']],
  ['a closed date, where the alert does not ask', 'closedDates: ["2026-05-04"]', false, ['opened sent', 'ended sent']],
] as const)('on %s', async (_, fields, quietOnClosedDays, told) => {
  expect(await judge({ quietOnClosedDays }, fires, fields)).toEqual(told);
});
