import { arrivals, draw, gaussian, hashSerial } from './noise.ts';
import { computeDayFactor, getWeeklyPattern, QUARTERS } from './rhythm.ts';
import type {
  AirSensor,
  HoursOfDays,
  QueueSensor,
  SeatSensor,
  SensorModel,
  TagSensor,
  VisitSensor,
} from './sensor-model.ts';
import type { SiteModel, SiteSetting } from './site-model.ts';

/** An interval of a sensor, with the state of its site. */
interface Moment {
  readonly dayNumber: number;
  /** Fractional hour of the local day. */
  readonly hour: number;
  readonly minutes: number;
  /** Share of an average day's people that come in this interval. 0 while the site is closed. */
  readonly crowd: number;
  /** The same for the interval that began this many minutes earlier. */
  readonly crowdBefore: (minutes: number) => number;
  /** Seed of this sensor and interval, for reproducible noise. */
  readonly keys: readonly number[];
}

/** One value of a sensor for an interval. */
interface Measured {
  readonly metric: string;
  readonly value: number;
  /** Number of visits that a duration describes. */
  readonly weight?: number;
  /** Pseudonymous key of the visitor. */
  readonly visitor?: string;
}

function isWithin(hours: HoursOfDays | undefined, { dayNumber, hour }: Moment): boolean {
  return hours !== undefined && dayNumber % hours.everyDays === hours.on && hour >= hours.from && hour < hours.to;
}

/** Draws a number around 1 that varies by about `share` between intervals. */
const varyAround1 = ({ keys }: Moment, share: number, salt: number): number =>
  Math.max(0.2, 1 + share * gaussian(...keys, salt));

const chance = ({ keys }: Moment, salt: number): number => draw(...keys, salt);

const decimals = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** Returns the crowd that affects the air: the people of the last hour and a half. */
function recentCrowd(moment: Moment): number {
  const steps = [0, 15, 30, 45, 60, 75];
  const perQuarter = 15 / moment.minutes;
  const sum = steps.reduce((total, back) => total + (back === 0 ? moment.crowd : moment.crowdBefore(back)), 0);
  return Math.min(1.3, (sum / steps.length) * perQuarter * 30);
}

function simulateAir({ smoke }: AirSensor, moment: Moment): Measured[] {
  const crowd = recentCrowd(moment);
  const burnt = isWithin(smoke, moment) ? 1 : 0;
  const isLit = moment.crowd > 0 || (moment.hour > 7 && moment.hour < 20);
  const weather = Math.sin(moment.dayNumber / 2.7) + 0.6 * Math.sin(moment.dayNumber / 1.1);
  return [
    { metric: 'tvoc', value: Math.round((95 + 160 * crowd + 1_450 * burnt) * varyAround1(moment, 0.06, 1)) },
    { metric: 'pm25', value: decimals((4.5 + 4 * crowd + 47 * burnt) * varyAround1(moment, 0.08, 2), 1) },
    { metric: 'pm10', value: decimals((9 + 9 * crowd + 74 * burnt) * varyAround1(moment, 0.08, 3), 1) },
    { metric: 'hcho', value: decimals((0.014 + 0.012 * crowd + 0.05 * burnt) * varyAround1(moment, 0.07, 4), 3) },
    {
      metric: 'luminosity',
      value: Math.round((isLit ? 460 + 90 * chance(moment, 5) : 8) * varyAround1(moment, 0.03, 6)),
    },
    { metric: 'pressure', value: decimals(962 + 7 * weather + 0.4 * Math.sin(moment.hour / 3.8), 2) },
  ];
}

/** Simulates a seat, occupied for random half-hours while people come. */
function simulateSeat({ occupiedShare }: SeatSensor, moment: Moment): Measured[] {
  const booked = chance({ ...moment, keys: [moment.keys[0] ?? 0, moment.dayNumber, Math.floor(moment.hour * 2)] }, 1);
  return [{ metric: 'binaryOccupancy', value: recentCrowd(moment) > 0.05 && booked < occupiedShare ? 1 : 0 }];
}

/** Maximum waiting time, in seconds. */
const longestWait = 720;

/**
 * Simulates a queue at tills. The wait grows steeply as arrivals approach the capacity of the tills, and more people
 * give up the longer it is.
 */
function simulateQueue(sensor: QueueSensor, moment: Moment): Measured[] {
  const expected = sensor.visitorsPerDay * moment.crowd;
  const joined = arrivals(expected, ...moment.keys, 1);
  const tills = sensor.shortHanded && isWithin(sensor.shortHanded, moment) ? sensor.shortHanded.tills : sensor.tills;
  const load = Math.min(0.98, expected / ((tills * sensor.servedPerHour * moment.minutes) / 60));
  const wait = Math.min(longestWait, 30 + (55 * load) / (1.02 - load));
  const leaving = Math.min(0.35, Math.max(0, (wait - 180) / 2_400));
  const abandoned = Math.min(joined, arrivals(joined * leaving, ...moment.keys, 2));
  const served = joined - abandoned;
  const spread = varyAround1(moment, 0.12, 3);
  return [
    { metric: 'queueAffluenceIn', value: joined },
    { metric: 'queueAffluenceOut', value: served },
    { metric: 'queueAbandon', value: abandoned },
    { metric: 'queueLength', value: Math.round((expected / (moment.minutes * 60)) * wait * spread) },
    ...(served > 0 ? [{ metric: 'waitingTime', value: Math.round(wait * spread), weight: served }] : []),
    ...(abandoned > 0 ? [{ metric: 'dwellAbandon', value: Math.round(wait * 0.6 * spread), weight: abandoned }] : []),
  ];
}

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
    const share = getWeeklyPattern(site)[(dayNumber + 3) % 7]?.[quarter % QUARTERS] ?? 0;
    if (share > 0) crowd += (share * step * computeDayFactor(site, number, dayNumber)) / 15;
  }
  return crowd;
}

function simulateVisits(sensor: VisitSensor, moment: Moment): Measured[] {
  const visits = arrivals(sensor.visitorsPerDay * moment.crowd, ...moment.keys, 1);
  const walking = Math.min(visits, arrivals(visits * sensor.walkThrough, ...moment.keys, 2));
  const staying = visits - walking;
  const stay = Math.round(sensor.staySeconds * varyAround1(moment, 0.15, 3));
  const groups =
    visits === 0 ? 0 : Math.max(1, Math.round((visits / sensor.peoplePerGroup) * varyAround1(moment, 0.08, 4)));
  return [
    ...(staying > 0 ? [{ metric: 'dwell', value: stay, weight: staying }] : []),
    ...(walking > 0 ? [{ metric: 'dwellWalkthrough', value: Math.round(stay / 9), weight: walking }] : []),
    { metric: 'numberOfGroups', value: Math.min(visits, groups) },
  ];
}

/**
 * Returns a key for each visitor of the interval. A visitor who returns on the same day has an earlier visitor's key.
 */
function simulateVisitors(sensor: VisitSensor, moment: Moment): Measured[] {
  const visits = arrivals(sensor.visitorsPerDay * moment.crowd, ...moment.keys, 1);
  const seen = new Set<string>();
  for (let one = 0; one < visits; one += 1) {
    const isBack = chance(moment, 100 + one) < sensor.returning;
    const number = isBack ? Math.floor(chance(moment, 900 + one) * sensor.visitorsPerDay * 0.3) : null;
    seen.add(number === null ? `${moment.keys.join('.')}.${one}` : `${moment.dayNumber}.${number}`);
  }
  return [...seen].map((visitor) => ({ metric: 'uniqueVisitors', value: 1, visitor }));
}

/** Tags leave like people do: half early, half late, so that a day's exits equal its entries. */
function simulateTags({ tagsPerDay, staySeconds }: TagSensor, moment: Moment): Measured[] {
  const stay = staySeconds / 60;
  // Each exit uses the draw of the entry that many minutes earlier, so that exits match entries.
  const [entered, early, late] = [0, stay * 0.6, stay * 1.4].map((minutes) =>
    Math.round(tagsPerDay * (minutes === 0 ? moment.crowd : moment.crowdBefore(minutes))),
  ) as [number, number, number];
  return [
    { metric: 'uwbAffluenceIn', value: entered },
    { metric: 'uwbAffluenceOut', value: Math.floor(early / 2) + Math.ceil(late / 2) },
    ...(entered > 0
      ? [{ metric: 'uwbDwell', value: Math.round(staySeconds * varyAround1(moment, 0.1, 3)), weight: entered }]
      : []),
  ];
}
