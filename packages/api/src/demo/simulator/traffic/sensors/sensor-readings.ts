import { computeDayFactor, getWeeklyRhythm, QUARTERS } from '../rhythm.ts';
import { hashSerial } from '../serial-number.ts';
import type { SiteModel } from '../site-model.ts';
import type { SiteSetting } from '../site-setting.ts';
import { simulateAir, simulateSeat } from './air.ts';
import { isWithin, type Measured, type Moment } from './moment.ts';
import { simulateQueue } from './queue.ts';
import type { SensorModel } from './sensor-model.ts';
import { simulateTags, simulateVisitors, simulateVisits } from './visits.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A reading of a sensor for an interval. */
export interface SensorReading extends Measured {
  /** Seconds. */
  readonly interval: number;
}

/**
 * Returns a sensor's readings for up to an hour since an instant. Deterministic. In its silent hours there is only its
 * status.
 */
export function simulateSensor(
  site: SiteModel,
  setting: SiteSetting,
  sensor: SensorModel,
  at: number,
  minutes: number,
): SensorReading[] {
  const moment = momentOf(site, setting, sensor, at, minutes);
  const isSilent = isWithin(sensor.silent, moment);
  const told = isSilent ? [] : measuredBy(sensor, moment);
  return [{ metric: 'deviceStatus', value: isSilent ? 1 : 0 }, ...told].map((one) => ({
    ...one,
    interval: minutes * 60,
  }));
}

function measuredBy(sensor: SensorModel, moment: Moment): Measured[] {
  switch (sensor.watches) {
    case 'queue':
      return simulateQueue(sensor, moment);
    case 'visits':
      return [...simulateVisits(sensor, moment), ...simulateVisitors(sensor, moment)];
    case 'tags':
      return simulateTags(sensor, moment);
    case 'air':
      return simulateAir(sensor, moment);
    case 'seat':
      return simulateSeat(sensor, moment);
  }
}

function momentOf(site: SiteModel, setting: SiteSetting, { serial }: SensorModel, at: number, minutes: number): Moment {
  const local = at + setting.offsetAt(at);
  const dayNumber = Math.floor(local / DAY);
  const crowdAt = (instant: number) => crowdFrom(site, setting, instant, minutes);
  return {
    dayNumber,
    hour: (local - dayNumber * DAY) / 3_600_000,
    minutes,
    crowd: crowdAt(at),
    crowdBefore: (before) => crowdAt(at - Math.round(before) * MINUTE),
    keys: [hashSerial(serial), at / MINUTE],
  };
}

/** Returns the share of an average day's people that come in the minutes since an instant. */
function crowdFrom(site: SiteModel, { number, offsetAt }: SiteSetting, at: number, minutes: number): number {
  const step = Math.min(15, minutes);
  const local = at + offsetAt(at);
  let crowd = 0;
  for (let passed = 0; passed < minutes; passed += step) {
    const quarter = Math.floor((local + passed * MINUTE) / (15 * MINUTE));
    const dayNumber = Math.floor(quarter / QUARTERS);
    const share = getWeeklyRhythm(site)[(dayNumber + 3) % 7]?.[quarter % QUARTERS] ?? 0;
    if (share > 0) crowd += (share * step * computeDayFactor(site, number, dayNumber)) / 15;
  }
  return crowd;
}
