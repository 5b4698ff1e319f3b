import { parentPort, workerData } from 'node:worker_threads';
import Holidays from 'date-holidays';
import type { Holiday, HolidayRequest } from './holidays.ts';

const dayMs = 86_400_000;

const { country, year, languages } = workerData as HolidayRequest;
const calendar = new Holidays(country);
/** In the same order in each language, and in the country's first one where a name is not translated. */
const translated = languages.map(
  (language) => [language, new Holidays(country, { languages: [language] }).getHolidays(year)] as const,
);
const holidays = calendar.getHolidays(year).flatMap(({ type, date, name, start, end, rule }, index): Holiday[] => {
  if (type !== 'public') return [];
  const names = translated.flatMap(([language, all]) => {
    const own = all[index];
    return own?.rule === rule && own.date === date && own.name !== name ? [[language, own.name] as const] : [];
  });
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
  return [{ first: date.slice(0, 10), days, name, names: Object.fromEntries(names) }];
});
parentPort?.postMessage(holidays);
