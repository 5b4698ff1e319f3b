import type { SalesColumns } from '@atrium/domain/actions/sales';
import { expect } from 'vitest';
import { type FieldCase, openFieldWorld, readInput } from './field-world.ts';

const door = '{ serial: DOOR, kind: pad, passage: street, interval: 1800 }';
const meter = '{ serial: METER, kind: meter, zone: hall, metric: electricityConsumption }';
const now = '2026-12-01T00:00:00Z';
const people = { time: 'time', device: '=DOOR', map: ['people=affluenceIn'], interval: '1800' };
const amounts = {
  ...{ timezone: 'Europe/Amsterdam', time: 'Hour Start', device: '=METER', interval: '3600' },
  map: ['Electricity 1 (Dutch Users: Low Tariff)=electricityConsumption'],
};

/** Half hours of a day, labelled by their starts (0 to 47) or their ends (1 to 48). */
const halfHours = (date: string, first: number) =>
  Array.from({ length: 48 }, (_, index) => {
    const minutes = (index + first) * 30;
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`;
    return `${date} ${clock},1`;
  });
const fileOf = (lines: readonly string[]) => ['time,people', ...lines].join('\n');

/** Encodes a text in Windows-1252, as far as it is Latin-1. */
const toWindows1252 = (text: string) => Buffer.from(text, 'latin1');

/** Columns of Square's export of items. */
const squareColumns: SalesColumns = {
  ...{ receipt: 'Transaction ID', date: 'Date', time: 'Time', shop: { value: 'F4' } },
  ...{ items: 'Qty', turnover: 'Net Sales', currency: null, dateOrder: 'monthFirst' },
};

/** Imports a file of a till, and returns its receipts, and the items and turnover of some days. */
const sell =
  (text: () => string, columns: SalesColumns | null, dates: string): FieldCase['run'] =>
  async (stores) => {
    const { services, scope, total } = await openFieldWorld(stores, { timezone: 'America/New_York', now });
    const sender = { uploaderDateTime: '2026-11-30T19:00:00', uploaderTimezone: 'America/New_York' };
    const wanted = { ...sender, file: new File([text()], 'till.csv'), checkOnly: false };
    const done = await services.importSales(scope, columns === null ? wanted : { ...wanted, columns });
    if (!done.ok) return done.error.message;
    const [shop] = done.value.check.shops;
    return [shop?.receipts, await total('numberOfGoodsSold', dates), await total('turnover', dates)];
  };

/** Item rows of a till: 296 receipts, of which 121 have a second row of which 41 count two pieces. */
function squareRows(): readonly (readonly string[])[] {
  const rows = [['Date', 'Time', 'Item', 'Qty', 'Net Sales', 'Transaction ID']];
  for (let receipt = 0; receipt < 296; receipt += 1) {
    const at = ['06/21/2026', `${String(8 + (receipt % 12)).padStart(2, '0')}:15:02`];
    rows.push([...at, 'Coffee', '1', '$7.50', `t${receipt}`]);
    if (receipt < 121)
      rows.push([
        ...at,
        'Bagel',
        receipt < 41 ? '2' : '1',
        receipt < 41 ? '$9.00' : receipt < 120 ? '$7.30' : '$10.30',
        `t${receipt}`,
      ]);
  }
  return rows;
}

/** Cases of files as utilities, makers and tills write them. */
export const fileCases: readonly FieldCase[] = [
  {
    id: 'F28',
    situation: 'a file names two half hours that the clock skipped',
    async run(stores) {
      const zone = { timezone: 'America/New_York' };
      const world = await openFieldWorld(stores, { ...zone, now, devices: [door] });
      return [
        await world.importFile(fileOf(halfHours('2026-03-08', 0)), { ...people, ...zone }),
        await world.total('affluenceIn', '2026-03-08/2026-03-09'),
      ];
    },
    expected: [{ accepted: 46, lines: [expect.stringMatching(/^6: /), expect.stringMatching(/^7: /)] }, 46],
  },
  {
    id: 'F40',
    situation: 'an export with dd/mm/yyyy is read once the order is said, or its dates show it',
    async run(stores) {
      const world = await openFieldWorld(stores, {
        ...{
          timezone: 'Europe/London',
          now,
          devices: ['{ serial: AIR, kind: atmosphere, zone: hall, interval: 300 }'],
        },
      });
      const file = readInput('F40/part.csv');
      const given = { timezone: 'Europe/London', time: 'Time', device: '=AIR', map: ['CO₂(ppm)=co2'] };
      const rows = file.toString('utf8').trim().split('\n').length - 1;
      const told = await world.importFile(file, { ...given, dates: 'day-first' });
      const shows = await world.importFile(`${file}15/10/2021 10:00:00,"700","23","55","1019"\n`, given);
      const { data } = await world.query('co2', '2021-10-07/2021-10-08', {
        groupBy: [{ type: 'DATE', granularity: 300 }],
      });
      const first = data.find(({ value }) => value !== null);
      return [told, rows, shows, first?.label, first?.value];
    },
    expected: [{ accepted: 59, lines: [] }, 59, { accepted: 1, lines: [] }, '2021-10-07T14:35:00+01:00', 907],
  },
  {
    id: 'F41',
    situation: 'kWh of each hour are amounts, not a register',
    async run(stores) {
      const world = await openFieldWorld(stores, { timezone: 'Europe/Amsterdam', now, devices: [meter] });
      await world.importFile(readInput('F41/part.csv'), { ...amounts, amounts: true });
      return world.total('electricityConsumption', '2024-01-01/2024-01-02');
    },
    expected: 6.485,
  },
  {
    id: 'F43',
    situation: 'a mistyped column of a large file is named with those it has',
    async run(stores) {
      const world = await openFieldWorld(stores, { timezone: 'Europe/Zurich', now, devices: [door] });
      const days = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString());
      const file = fileOf(days.flatMap((day) => halfHours(day.slice(0, 10), 0)));
      return [
        file.length > 320_000,
        await world.importFile(file, { ...people, timezone: 'Europe/Zurich', map: ['nope=affluenceIn'] }),
      ];
    },
    expected: [true, expect.stringMatching(/no column "nope".*time.*people/)],
  },
  {
    id: 'F44',
    situation: 'a file in Windows-1252 keeps the name of its column',
    async run(stores) {
      const world = await openFieldWorld(stores, { timezone: 'Europe/Berlin', now, devices: [door] });
      // 30 days of 12 220 passers-by and 18 more.
      const lines = Array.from({ length: 30 }, (_, index) => {
        const day = String(index + 1).padStart(2, '0');
        return `${day}.06.2022 00:00;${index === 0 ? 12_238 : 12_220}`;
      });
      const file = toWindows1252(['Zeitpunkt;Fußgänger insgesamt', ...lines].join('\r\n'));
      const given = { timezone: 'Europe/Berlin', time: 'Zeitpunkt', device: '=DOOR', interval: '86400' };
      return [
        await world.importFile(file, { ...given, map: ['Fußgänger insgesamt=affluenceIn'] }),
        await world.total('affluenceIn', '2022-06-01/2022-07-01'),
      ];
    },
    expected: [{ accepted: 30, lines: [] }, 366_618],
  },
  {
    id: 'F45',
    situation: 'times are the ends of intervals, also 24:00',
    async run(stores) {
      const zone = { timezone: 'America/New_York' };
      const world = await openFieldWorld(stores, { ...zone, now, devices: [door] });
      const lines = halfHours('2026-02-10', 1);
      const midnight = lines.map((line) => line.replace('2026-02-10 24:00', '2026-02-11 00:00'));
      const read = async (file: readonly string[]) => {
        await world.importFile(fileOf(file), { ...people, ...zone, ends: true });
        return world.series('affluenceIn', '2026-02-10/2026-02-12');
      };
      return [await read(lines), await read(midnight)];
    },
    expected: [
      [48, 'missing'],
      [48, 'missing'],
    ],
  },
  {
    id: 'F46',
    situation: 'item rows of a till become receipts',
    run: sell(
      () =>
        squareRows()
          .map((cells) => cells.join(','))
          .join('\n'),
      squareColumns,
      '2026-06-21/2026-06-22',
    ),
    expected: [296, 458, 3176],
  },
  {
    id: 'F47',
    situation: 'a sale and its refund have one receipt number',
    run: sell(() => readInput('F47/s.csv').toString('utf8'), null, '2026-09-13/2026-09-14'),
    expected: [1, 0, 0],
  },
];
