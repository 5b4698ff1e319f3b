import { type FileShape, shape, write } from './shape.ts';
import type { LocalPoint } from './shape-series.ts';

/** Files that could mean two things, or nothing; none of their lines may be stored with another value or time. */
export function refusedShapes(points: readonly LocalPoint[]): readonly FileShape[] {
  const times = points.map((one) => `${one.iso} ${one.clock}`);
  const rows = points.map(({ point }, index) => [times[index] as string, point.value]);
  const fifth = points.slice(0, 4).map(({ point }, index) => [`05/02/2020 0${index}:00`, point.value]);
  return [
    shape('dates that may begin with the day or the month', write([['time', 'kWh'], ...fifth]), {}, /day or the month/),
    shape(
      'thousands or decimals',
      write([['time', 'kWh'], ...times.slice(0, 4).map((time) => [time, '1.050'])], ';'),
      {},
      /thousands or three decimals/,
    ),
    shape(
      'years of two digits',
      write([['time', 'kWh'], ...points.map((one) => [`${one.date('dd/mm/yy')} ${one.clock}`, one.point.value])]),
      {},
      /is no time/,
    ),
    shape('another column', write([['time', 'energy'], ...rows]), {}, /no column "kWh"; its columns are time, energy/),
    shape(
      'a column twice',
      write([['time', 'kWh', 'kWh'], ...rows.map((row) => [...row, 1])]),
      {},
      /more than one column/,
    ),
    shape(
      'a unit of something else',
      write([['time', 'Water (m³)'], ...rows]),
      { map: ['Water (m³)=electricityConsumption'] },
      /no unit of electricityConsumption/,
    ),
    shape(
      '25 numbered hours',
      write([
        ['date', ...Array.from({ length: 25 }, (_, hour) => String(hour + 1))],
        ['2020-02-13', ...Array(25).fill(1)],
      ]),
      { time: 'date', across: 'electricityConsumption', map: [] },
      /No columns are named by hours/,
    ),
    shape('words for values', write([['time', 'kWh'], ...times.map((time) => [time, 'much'])]), {}, /is no number/),
    shape('nothing', '', {}, /empty/),
    shape('JSON without a list', '{ "time": "2020-02-13", "kWh": 3 }', {}, /no list of objects/),
    shape('JSON that ends early', '[{ "time": "2020-02-13 07:00", "kWh": 3 },', {}, /damaged/),
    shape(
      'lines with too few fields',
      write([['time', 'kWh'], ...times.map((time) => [time])]),
      {},
      /has 1 columns instead of 2/,
    ),
  ];
}
