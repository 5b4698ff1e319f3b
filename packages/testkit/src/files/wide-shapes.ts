import { type FileShape, shape, write } from './shape.ts';
import type { LocalPoint } from './shape-series.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (number: number) => String(number).padStart(2, '0');
const half = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** Tables with a column for each hour, day or meter, and those in which a column names the meter or what it measures. */
export function wideShapes(points: readonly LocalPoint[]): readonly FileShape[] {
  const days = [...Map.groupBy(points, ({ iso }) => iso)];
  const byHour = (toName: (hour: number) => string) =>
    write([
      ['date', ...hours.map(toName), 'sum'],
      ...days.map(([date, ofDay]) => [date, ...ofDay.map(({ point }) => point.value), 99]),
    ]);
  const across = { time: 'date', across: 'electricityConsumption', map: [] };
  return [
    shape(
      'a column for each hour',
      byHour((hour) => `${two(hour)}:00`),
      across,
    ),
    shape('hours numbered from 0', byHour(String), across),
    shape(
      'hours numbered from 1',
      byHour((hour) => `H${two(hour + 1)}`),
      across,
    ),
    shape('hours of the 12-hour clock', byHour(half), across),
    shape(
      'hours as ranges',
      byHour((hour) => `${two(hour)}:00-${two((hour + 1) % 24)}:00`),
      across,
    ),
    shape(
      'hours as ranges, named by their ends',
      byHour((hour) => `${two(hour)}:00-${two((hour + 1) % 24)}:00`),
      {
        ...across,
        ends: true,
      },
    ),
    shape(
      'hours by their ends, to 24:00',
      byHour((hour) => `${two(hour + 1)}:00`),
      { ...across, ends: true },
    ),
    shape(
      'hours by their ends, to 00:00',
      byHour((hour) => `${two((hour + 1) % 24)}:00`),
      { ...across, ends: true },
    ),
    shape(
      'a column for each day',
      write([
        ['hour', ...days.map(([date]) => date)],
        ...hours.map((hour) => [`${two(hour)}:00`, ...days.map(([, ofDay]) => ofDay[hour]?.point.value ?? '')]),
      ]),
      { ...across, time: 'hour' },
    ),
    ...longShapes(points),
  ];
}

function longShapes(points: readonly LocalPoint[]): readonly FileShape[] {
  const times = points.map((one) => `${one.iso} ${one.clock}`);
  return [
    shape(
      'a column for each meter',
      write([['time', 'main', 'other'], ...points.map(({ point }, index) => [times[index] as string, point.value, 7])]),
      { device: undefined, map: ['main=electricityConsumption@EL-1'] },
    ),
    shape(
      'a column that names what another holds',
      write([
        ['time', 'kind', 'value'],
        ...points.flatMap(({ point }, index) => [
          [times[index] as string, 'Import', point.value],
          [times[index] as string, 'Export', 7],
        ]),
      ]),
      { name: 'kind', value: 'value', map: ['Import=electricityConsumption'] },
    ),
    shape(
      'a column of serials',
      write([
        ['meter', 'time', 'kWh'],
        ...points.map(({ point }, index) => ['EL-1', times[index] as string, point.value]),
      ]),
      { device: 'meter' },
    ),
  ];
}
