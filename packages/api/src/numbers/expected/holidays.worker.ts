import { parentPort, workerData } from 'node:worker_threads';
import Holidays from 'date-holidays';
import type { Holiday, HolidayRequest } from './holidays.ts';

const dayMs = 86_400_000;

const { country, year } = workerData as HolidayRequest;
const known = new Holidays(country).getHolidays(year);
const holidays = known.flatMap(({ type, date, name, start, end }): Holiday[] =>
  type === 'public'
    ? [{ first: date.slice(0, 10), days: Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs)), name }]
    : [],
);
parentPort?.postMessage(holidays);
