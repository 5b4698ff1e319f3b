import { refusedShapes } from './refused-shapes.ts';
import { type Cells, type FileShape, shape, write } from './shape.ts';
import { buildShapeSeries, LocalPoint } from './shape-series.ts';
import { wideShapes } from './wide-shapes.ts';

const series = buildShapeSeries();
const points = series.map((point) => new LocalPoint(point));
const ends = series.map((point) => new LocalPoint(point, 1));

/** The usual table, with times written by `format` and values by `toValue`. */
const table = (
  format: (point: LocalPoint) => string | number,
  toValue: (value: number) => string | number = (value) => value,
  header: Cells = ['time', 'kWh'],
): readonly Cells[] => [header, ...points.map((one) => [format(one), toValue(one.point.value)])];

const isoTime = (one: LocalPoint) => `${one.iso} ${one.clock}`;
const plain = table(isoTime);

const grouped = (group: string, mark: string) => (value: number) =>
  value < 1000 ? String(value).replace('.', mark) : `1${group}${`0${value - 1000}`.replace('.', mark)}`;

const textShapes = (): readonly FileShape[] => [
  shape('commas, decimal points', write(plain)),
  shape('semicolons, decimal commas', write(plain, ';', ',')),
  shape('semicolons, decimal points', write(plain, ';')),
  shape('tabs, decimal commas', write(plain, '\t', ',')),
  shape('bars', write(plain, '|')),
  shape('a byte order mark', `\uFEFF${write(plain)}`),
  shape('UTF-16, little end first', { kind: 'text', text: `\uFEFF${write(plain)}`, as: 'utf16le' }),
  shape('UTF-16, big end first', { kind: 'text', text: `\uFEFF${write(plain)}`, as: 'utf16be' }),
  shape(
    'Windows-1252',
    { kind: 'text', text: write(table(isoTime, undefined, ['time', 'Zähler']), ';', ','), as: 'latin1' },
    { map: ['Zähler=electricityConsumption'] },
  ),
  shape('gzip', { kind: 'text', text: write(plain), as: 'gzip' }),
  shape('Windows line ends', write(plain).replaceAll('\n', '\r\n')),
  shape('quoted fields', write(plain.map((cells) => cells.map((cell) => `"${cell}"`)))),
  shape('points between thousands', write(table(isoTime, grouped('.', ',')), ';')),
  shape('commas between thousands', write(table(isoTime, (value) => `"${grouped(',', '.')(value)}"`))),
  shape('apostrophes between thousands', write(table(isoTime, grouped("'", '.')))),
  shape('spaces between thousands', write(table(isoTime, grouped('\u202f', ',')), ';')),
];

const timeShapes = (): readonly FileShape[] => [
  shape('ISO 8601 with T and seconds', write(table((one) => `${one.iso}T${one.clock}:00`))),
  shape('an offset', write(table((one) => `${one.iso}T${one.clock}:00+01:00`))),
  shape('UTC', write(table(({ point }) => new Date(point.at).toISOString()))),
  shape(
    'UTC in words',
    write(table(({ point }) => `${new Date(point.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`)),
  ),
  shape(
    'German dates',
    write(
      table((one) => `${one.date('dd.mm.yyyy')} ${one.clock}`),
      ';',
      ',',
    ),
  ),
  shape('British dates', write(table((one) => `${one.date('dd/mm/yyyy')} ${one.clock}`))),
  shape('American dates', write(table((one) => `${one.date('mm/dd/yyyy')} ${one.halfClock}`))),
  shape('dashes, year last', write(table((one) => `${one.date('dd-mm-yyyy')} ${one.clock}`))),
  shape('slashes, year first', write(table((one) => `${one.date('yyyy/mm/dd')} ${one.clock}`))),
  shape('digits only', write(table((one) => `${one.date('yyyymmdd')}${one.clock.replace(':', '')}00`))),
  shape('Unix seconds', write(table(({ point }) => point.at / 1000))),
  shape('Unix milliseconds', write(table(({ point }) => point.at))),
  shape('Unix seconds with a fraction', write(table(({ point }) => `${point.at / 1000}.0`))),
  shape('spreadsheet dates', write(table((one) => one.serial.toFixed(9)))),
  shape('names of months', write(table((one) => `${one.date('dd')} Feb 2020 ${one.clock}`))),
  shape('American names of months', write(table((one) => `"February ${one.date('dd')}, 2020 ${one.halfClock}"`))),
  shape('times that are ends', write([['time', 'kWh'], ...ends.map((one) => [isoTime(one), one.point.value])]), {
    ends: true,
  }),
  shape(
    'ends with 24:00',
    write([['time', 'kWh'], ...points.map((one) => [`${one.iso} ${one.hour + 1}:00`, one.point.value])]),
    { ends: true },
  ),
  ...apart('a date and a time', (one) => [one.iso, one.clock]),
  ...apart('a German date and a 12-hour clock', (one) => [one.date('dd.mm.yyyy'), one.halfClock]),
  ...apart('a date and an hour', (one) => [one.iso, one.hour]),
  ...apart('a date and four digits', (one) => [one.iso, one.clock.replace(':', '')]),
  ...apart('a date with midnight and a fraction', (one) => [`${one.iso} 00:00:00`, (one.serial % 1).toFixed(6)]),
];

const apart = (name: string, format: (one: LocalPoint) => Cells): readonly FileShape[] => [
  shape(
    `${name}, in two columns`,
    write([['time', 'clock', 'kWh'], ...points.map((one) => [...format(one), one.point.value])]),
    {
      clock: 'clock',
    },
  ),
];

const surroundings = (): readonly FileShape[] => {
  const [header = [], ...rows] = plain;
  return [
    shape('titles above', `My meter\nMade on;13.02.2020\n\n${write(plain, ';', ',')}`),
    shape('the header twice', write([header, ...rows.slice(0, 24), header, ...rows.slice(24)])),
    shape('totals', write([header, ...rows.slice(0, 24), ['Total', 20], ...rows.slice(24), ['Grand total', 1080]])),
    shape('blank lines', write([header, ...rows.flatMap((row) => [row, ['', '']])])),
    shape(
      'a separator at each end',
      write(
        plain.map((row) => [...row, '']),
        ';',
        ',',
      ),
    ),
    shape('a separator at each end of rows', write([header, ...rows.map((row) => [...row, ''])], ';', ',')),
    shape('an unnamed row number', write([header, ...rows.map((row, index) => [index + 1, ...row])])),
    shape('the newest first', write([header, ...rows.toReversed()])),
    shape('rows in any order', write([header, ...rows.toSorted((one, other) => Number(one[1]) - Number(other[1]))])),
    shape(
      'other columns between',
      write(plain.map(([time = '', value = '']) => [time, 'x', value, 'y']).with(0, ['time', 'a', 'kWh', 'b'])),
    ),
    shape('gaps as words', write([header, ...rows, ['2020-02-15 00:00', 'n/a'], ['2020-02-15 01:00', '-']])),
  ];
};

const units = (): readonly FileShape[] => {
  const inUnit = (header: string, factor: number) => write(table(isoTime, (value) => value * factor, ['time', header]));
  const map = (column: string, unit = '') => ({ map: [`${column}=electricityConsumption${unit}`] });
  return [
    shape('Wh in the header', inUnit('Energy (Wh)', 1000), map('Energy (Wh)')),
    shape('Wh as the last word', inUnit('energy_Wh', 1000), map('energy_Wh')),
    shape('Wh in the options', inUnit('Energy', 1000), map('Energy', ':Wh')),
    shape('MWh', inUnit('Energy [MWh]', 0.001), map('Energy [MWh]')),
    shape('a factor', inUnit('Pulses', 8), map('Pulses', ':x0.125')),
    shape('quarters as a mean power', inUnit('Power (kW)', 1), map('Power (kW)')),
  ];
};

const containers = (): readonly FileShape[] => {
  const objects = points.map((one) => ({ time: isoTime(one), kWh: one.point.value }));
  const dated = points.map((one) => [new Date(`${one.iso}T${one.clock}:00Z`), one.point.value]);
  const [header = [], ...rows] = plain;
  return [
    shape('a workbook', { kind: 'sheet', rows: [['time', 'kWh'], ...dated], as: 'xlsx' }),
    shape('an old workbook', { kind: 'sheet', rows: [['time', 'kWh'], ...dated], as: 'xls' }),
    shape('a workbook of texts below a title', {
      kind: 'sheet',
      rows: [['My meter'], [], ...plain.map((row) => row.map((cell) => String(cell).replace('.', ',')))],
      as: 'xlsx',
    }),
    shape('a zip of one file', {
      kind: 'zip',
      files: { 'data/meter.csv': write(plain, ';', ','), 'notes.md': 'nothing' },
    }),
    shape('a zip of a file for each day', {
      kind: 'zip',
      files: { 'b.csv': write([header, ...rows.slice(24)], ';', ','), 'a.csv': write([header, ...rows.slice(0, 24)]) },
    }),
    shape('JSON', JSON.stringify(objects)),
    shape(
      'JSON within an answer',
      JSON.stringify({ meter: { id: 3 }, data: { points: objects }, tags: [{ a: 1 }] }, null, 2),
    ),
    shape(
      'nested JSON',
      JSON.stringify(
        points.map((one) => ({ when: { unix: one.point.at / 1000 }, v: [1], energy: { kWh: one.point.value } })),
      ),
      {
        time: 'when.unix',
        map: ['energy.kWh=electricityConsumption'],
      },
    ),
    shape('JSON by line', objects.map((one) => `${JSON.stringify(one)}\n`).join('')),
  ];
};

/** Writes the series of `buildShapeSeries` in each shape. */
export function buildFileShapes(): readonly FileShape[] {
  return [
    ...textShapes(),
    ...timeShapes(),
    ...surroundings(),
    ...wideShapes(points),
    ...units(),
    ...containers(),
    ...refusedShapes(points),
  ];
}
