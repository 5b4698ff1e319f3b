import { Worker } from 'node:worker_threads';
import { addDays, type LocalDate } from '@atrium/domain/core';
import { profileLanguages } from '@atrium/domain/people/access';
import { limitConcurrency } from '../../platform/concurrency/share-capacity.ts';

export interface HolidayRequest {
  readonly country: string;
  readonly year: number;
  /** In which names are wanted. */
  readonly languages: readonly string[];
}

/** Name in the country's first language, and in other languages that the data has it in. */
export interface HolidayName {
  readonly name: string;
  /** By language code. */
  readonly names: Readonly<Record<string, string>>;
}

/** Public holiday. Some last several days. */
export interface Holiday extends HolidayName {
  readonly first: string;
  readonly days: number;
}

/** Returns the names of a country's public holidays by date, for all days of some years. */
export type FindHolidays = (country: string, years: readonly number[]) => Promise<ReadonlyMap<LocalDate, HolidayName>>;

/** Years whose holidays are read. Anybody may ask for any year, and each costs a thread. */
const readYears = { first: 1970, last: 2100 };
/** Threads at once. */
const maxReaders = 2;

/**
 * Reads holidays in a thread that ends: the data and astronomy of all countries take 40 MB, a country's dates hardly
 * anything. Each country and year is read once. A country without data has no holidays.
 */
export function createHolidays(
  logError: (message: string, error: unknown) => void,
  read: (request: HolidayRequest) => Promise<readonly Holiday[]> = readInThread,
): FindHolidays {
  const known = new Map<string, Promise<readonly Holiday[]>>();
  const readFew = limitConcurrency(read, maxReaders);
  const ofYear = (country: string, year: number): Promise<readonly Holiday[]> => {
    if (year < readYears.first || year > readYears.last) return Promise.resolve([]);
    const key = `${country} ${year}`;
    const found =
      known.get(key) ??
      readFew({ country, year, languages: profileLanguages }).catch((error: unknown) => {
        // Holidays then count as usual days, which is better than no answer.
        logError(`the holidays of ${key} could not be read`, error);
        return [];
      });
    known.set(key, found);
    return found;
  };
  return async (country, years) => {
    const all = await Promise.all(years.map((year) => ofYear(country, year)));
    const names = new Map<LocalDate, HolidayName>();
    for (const { first, days, name, names: others } of all.flat())
      for (let day = 0; day < days; day++) names.set(addDays(first as LocalDate, day), { name, names: others });
    return names;
  };
}

function readInThread(request: HolidayRequest): Promise<readonly Holiday[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Holiday[]>();
  const worker = new Worker(new URL('./holidays.worker.ts', import.meta.url), { workerData: request });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the reader of holidays ended')));
  return promise;
}
