import { type MessageId, useText } from '../../../i18n/index.ts';
import type { Editing } from './use-editing.ts';

const faults: Readonly<Record<string, MessageId>> = {
  name: 'setUp.fault.name',
  serial: 'setUp.fault.serial',
  limit: 'setUp.fault.whole',
  area: 'setUp.fault.positive',
  queueLength: 'setUp.fault.positive',
  interval: 'setUp.fault.interval',
  currency: 'setUp.fault.currency',
  tariffs: 'setUp.fault.tariffs',
  price: 'setUp.fault.price',
  lowPrice: 'setUp.fault.price',
  standingPerDay: 'setUp.fault.price',
  standingPerMonth: 'setUp.fault.price',
  lowHours: 'setUp.fault.hours',
  country: 'setUp.fault.country',
  timezone: 'setUp.fault.timezone',
  latitude: 'setUp.fault.coordinate',
  longitude: 'setUp.fault.coordinate',
  openingHours: 'setUp.fault.hours',
  changeOfDay: 'setUp.fault.time',
  closedDates: 'setUp.fault.date',
  dateEnd: 'setUp.fault.period',
  dateBegin: 'setUp.fault.period',
  validFrom: 'setUp.fault.period',
  validTo: 'setUp.fault.period',
  removedAt: 'setUp.fault.period',
  placements: 'setUp.fault.placements',
  ends: 'setUp.fault.ends',
  from: 'setUp.fault.ends',
  to: 'setUp.fault.ends',
};

/** Returns a function that looks up the server's error of a field, in the reader's language; null if none. */
export function useProblems({ problems }: Pick<Editing, 'problems'>): (...path: (string | number)[]) => string | null {
  const { t } = useText();
  return (...path) => {
    const found = problems.find((problem) => path.every((part, index) => problem.path[index] === String(part)));
    if (found === undefined) return null;
    const word = found.path.findLast((part) => faults[part] !== undefined);
    return t((word === undefined ? undefined : faults[word]) ?? 'setUp.fault.other');
  };
}
