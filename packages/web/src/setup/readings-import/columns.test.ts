import { findRecipes, readFirstRecords, shippedRecipes } from '@atrium/domain/numbers/import';
import { describe, expect, it } from 'vitest';
import { applyRecipe, findColumns, findColumnsProblem, guessMeanings, listValues, type Meanings } from './columns.ts';

const columnsOf = (text: string) => {
  const records = readFirstRecords(new TextEncoder().encode(text), false);
  return records === null ? null : findColumns(records);
};

describe('the columns of a file', () => {
  it('have their first values, with any separator', () => {
    expect(columnsOf('\uFEFFtime;in;"out ""b"""\r\n2026-01-01 08:00;3;4\r\n2026-01-01 08:05;5;\r\n')).toEqual({
      columns: [
        {
          name: 'time',
          samples: ['2026-01-01 08:00', '2026-01-01 08:05'],
          values: ['2026-01-01 08:00', '2026-01-01 08:05'],
        },
        { name: 'in', samples: ['3', '5'], values: ['3', '5'] },
        { name: 'out "b"', samples: ['4'], values: ['4'] },
      ],
      across: 0,
    });
  });

  it('begin after an unnamed row number', () => {
    expect(columnsOf('time,co2\n1,2026-01-01,600\n')?.columns.map(({ samples }) => samples)).toEqual([
      ['2026-01-01'],
      ['600'],
    ]);
  });

  it('stand below other lines; those named by hours are one', () => {
    const found = columnsOf('Report\n\ndate;00:00;01:00;sum\n2026-01-01;1;2;3\n2026-01-02;4;5;9\n');
    expect([found?.columns.map(({ name }) => name), found?.across]).toEqual([['date', 'sum'], 2]);
  });

  it('of JSON are its fields', () => {
    const found = columnsOf('[{"at":1767258000,"value":{"co2":600}}]');
    expect(found?.columns.map(({ name, samples }) => [name, ...samples])).toEqual([
      ['at', '1767258000'],
      ['value.co2', '600'],
    ]);
  });

  it.each(['', 'one column\n1\n', '"open'])('of %j there are none', (text) => expect(columnsOf(text)).toBeNull());
});

const metrics = new Set(['affluenceIn', 'queueLength', 'temperature', 'co2']);
const columns = (...names: readonly string[]) => names.map((name) => ({ name, samples: [], values: [] }));

describe('a recipe', () => {
  it('is found by the columns, and sets their meanings', () => {
    const found = columnsOf(
      'MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time\n1,2,0.5,Active Import Interval (kW),27-10-2024 02:00\n',
    );
    const columns = found?.columns ?? [];
    const [esb] = findRecipes({ names: columns.map(({ name }) => name), across: 0 }, shippedRecipes);
    expect(esb?.id).toBe('esb');
    const chosen = applyRecipe(columns, esb as NonNullable<typeof esb>);
    expect(chosen.meanings).toEqual(['device', '', 'value', 'name', 'time']);
    expect(listValues(columns, chosen)).toEqual([
      { name: 'Active Import Interval (kW)', metric: 'electricityConsumption', unit: '', serial: '' },
    ]);
    expect(findColumnsProblem(columns, chosen)).toBeNull();
  });

  it('keeps the unit that the columns do not state', () => {
    const enedis = shippedRecipes.find(({ id }) => id === 'enedis') as (typeof shippedRecipes)[number];
    const chosen = applyRecipe(columns('Horodate', 'Valeur'), enedis);
    expect(listValues(columns('Horodate', 'Valeur'), chosen)).toEqual([
      { name: 'Valeur', metric: 'electricityConsumption', unit: 'W', serial: '' },
    ]);
  });
});

describe('a recipe of the organization', () => {
  const [enedis] = shippedRecipes.filter(({ id }) => id === 'enedis');
  const own = (part: object) => ({ ...(enedis as NonNullable<typeof enedis>), ...part });

  it('gives each column its sensor', () => {
    const map = { metric: 'affluenceIn', unit: null };
    const maps = [
      { ...map, column: 'North', serial: 'PAD-1' },
      { ...map, column: 'South', serial: 'PAD-2' },
    ];
    const given = columns('Horodate', 'South', 'North');
    expect(listValues(given, applyRecipe(given, own({ maps })))).toEqual([
      { name: 'South', metric: 'affluenceIn', unit: '', serial: 'PAD-2' },
      { name: 'North', metric: 'affluenceIn', unit: '', serial: 'PAD-1' },
    ]);
  });

  it('reads the columns named by hours, and fits only a file that has some', () => {
    const wide = own({
      columns: ['date'],
      maps: [],
      timeColumn: 'date',
      across: { metric: 'affluenceIn', unit: 'x10' },
    });
    const given = columns('date');
    const chosen = applyRecipe(given, wide);
    expect(chosen.across).toEqual({ metric: 'affluenceIn', unit: 'x10' });
    expect(findColumnsProblem(given, chosen)).toBeNull();
    expect(findRecipes({ names: ['date'], across: 24 }, [wide])).toEqual([wide]);
    expect(findRecipes({ names: ['date'], across: 0 }, [wide])).toEqual([]);
    expect(findRecipes({ names: ['day'], across: 24 }, [wide])).toEqual([]);
  });
});

describe('the meaning of columns', () => {
  const meanings = (...names: readonly string[]) => guessMeanings(columns(...names), metrics);

  it('is guessed by their names, each meaning once', () => {
    expect(meanings('Timestamp', 'Serial number', 'in', 'Entries', 'queueLength', 'weather', 'Temp °C', 'CO2')).toEqual(
      ['time', 'device', 'affluenceIn', '', 'queueLength', '', 'temperature', 'co2'],
    );
    expect(meanings('Date', 'Time', 'CO2')).toEqual(['time', 'clock', 'co2']);
  });

  const of = (given: readonly string[], more: Partial<Meanings> = {}): Meanings => ({
    ...{ meanings: given, details: [], names: [], across: { metric: '', unit: '' } },
    ...more,
  });
  const serials = (...given: readonly string[]) => given.map((serial) => ({ unit: '', serial }));

  it.each<[Meanings, string | null]>([
    [of(['in', 'affluenceIn']), 'noTime'],
    [of(['time', 'time', 'co2']), 'twoTimes'],
    [of(['time', 'device', 'device', 'co2']), 'twoDevices'],
    [of(['time', 'device', '']), 'noMetric'],
    [of(['time', 'co2', 'co2']), 'twiceMetric'],
    [of(['time', 'co2', 'co2'], { details: serials('', 'AIR-1', 'AIR-2') }), null],
    [of(['time', '', 'co2']), null],
    [of(['time', 'name', 'co2']), 'nameValue'],
    [of(['time', 'name', 'value']), 'noMetric'],
    [of(['time', 'name', 'value'], { names: [{ name: 'a', metric: 'co2', unit: '', serial: '' }] }), null],
    [of(['time'], { across: { metric: 'affluenceIn', unit: '' } }), null],
    [of(['time', 'co2'], { across: { metric: 'affluenceIn', unit: '' } }), 'across'],
    [of(['time'], { across: { metric: 'electricityConsumption', unit: 'ppm' } }), 'unit'],
    [
      of(['time', 'electricityConsumption'], {
        details: [
          { unit: '', serial: '' },
          { unit: 'Wh', serial: '' },
        ],
      }),
      null,
    ],
    [of(['time', 'electricityConsumption', 'co2']), null],
  ])('%j: %s', (given, problem) =>
    expect(findColumnsProblem(columns('Energy', 'in', 'other', 'more'), given)).toBe(problem),
  );

  it('a header with a unit of something else is noticed', () => {
    expect(findColumnsProblem(columns('time', 'Gas (kWh)'), of(['time', 'combustibleConsumption']))).toBe('unit');
  });

  it('with a column of names is that of the names', () => {
    const names = [
      { name: 'CO2', metric: 'co2', unit: '', serial: 'AIR-1' },
      { name: 'Noise', metric: '', unit: '', serial: '' },
    ];
    expect(listValues(columns('t', 'n', 'v'), of(['time', 'name', 'value'], { names }))).toEqual([names[0]]);
  });
});
