import { computeRegister } from './meters.ts';
import { arrivals, draw, gaussian, hashSerial } from './noise.ts';
import { computeDayFactor, findOutage, getWeeklyPattern } from './rhythm.ts';
import { simulateSensor } from './sensor-readings.ts';
import type { SiteSetting } from './site-model.ts';
import { cumulateShares, type DoorModel, type RoomModel, type SiteModel } from './site-model.ts';
import { simulateStays } from './stays.ts';

/** A reading as the public endpoint takes it. */
export interface SentReading {
  readonly device: string;
  readonly metric: string;
  readonly at: string;
  readonly value: number;
  readonly interval: number;
  readonly x?: number;
  readonly y?: number;
  readonly gender?: string;
  readonly engagement?: string;
  readonly ageCategory?: string;
  readonly weight?: number;
  readonly visitor?: string;
}

/** A reading with the time when the device sends it. Late packets are sent long after they were measured. */
export interface TimedReading {
  readonly sentAt: number;
  readonly reading: SentReading;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Rooms and cameras report every five minutes, doors every minute. */
const ROOM_MINUTES = 5;
const METER_MINUTES = 15;

/**
 * Returns all readings of a site's devices in [from, to), in whole minutes, with the time each is sent. Deterministic.
 */
export function simulateReadings(site: SiteModel, setting: SiteSetting, from: number, to: number): TimedReading[] {
  const readings: TimedReading[] = [];
  for (let minute = Math.ceil(from / MINUTE) * MINUTE; minute < to; minute += MINUTE) {
    const place = locate(setting, minute);
    for (const [index, door] of site.doors.entries()) {
      const sentAt = sendingTime(door.outages, minute, place, MINUTE, (index / site.doors.length) * MINUTE);
      if (sentAt === null) continue;
      for (const count of doorMinute(site, setting, door, minute))
        for (const { metric, value, told } of toldApart(door, count, minute)) {
          const { reading } = timed(sentAt, door.serial, metric, minute, value, 60);
          readings.push({ sentAt, reading: { ...reading, ...told } });
        }
    }
    if ((minute / MINUTE) % ROOM_MINUTES === 0)
      for (const [index, room] of site.rooms.entries()) {
        const sentAt = sendingTime(room.outages, minute, place, 0, (index + 1) * 1700);
        if (sentAt === null) continue;
        for (const { metric, value } of roomSample(site, setting, room, minute))
          readings.push(timed(sentAt, room.serial, metric, minute, value, ROOM_MINUTES * 60));
      }
    if ((minute / MINUTE) % ROOM_MINUTES === 0)
      for (const [index, camera] of (site.cameras ?? []).entries()) {
        const sentAt = minute + ROOM_MINUTES * MINUTE + (index + 1) * 900;
        const keys = [hashSerial(camera.serial), minute / MINUTE];
        for (const { seconds, gender, x, y } of simulateStays(site, setting.number, camera, place, keys)) {
          const { reading } = timed(sentAt, camera.serial, 'presence', minute, seconds, ROOM_MINUTES * 60);
          readings.push({ sentAt, reading: { ...reading, x, y, ...(gender && { gender }) } });
        }
      }
    if ((minute / MINUTE) % ROOM_MINUTES === 0) readings.push(...toldBySensors(site, setting, minute));
    if ((minute / MINUTE) % METER_MINUTES === 0) readings.push(...meterReadings(site, setting, minute));
  }
  return readings;
}

function meterReadings({ meters = [] }: SiteModel, setting: SiteSetting, at: number): TimedReading[] {
  return meters.map((meter, index) =>
    timed(
      at + (index + 1) * 1300,
      meter.serial,
      meter.metric,
      at,
      computeRegister(meter, at, getStandardOffset(setting)),
      METER_MINUTES * 60,
    ),
  );
}

function toldBySensors(site: SiteModel, setting: SiteSetting, at: number): TimedReading[] {
  return (site.sensors ?? []).flatMap((sensor, index) =>
    simulateSensor(site, setting, sensor, at, ROOM_MINUTES).map(({ metric, value, interval, ...told }) => {
      const { sentAt, reading } = timed(
        at + (ROOM_MINUTES * 60 + index + 1) * 1000,
        sensor.serial,
        metric,
        at,
        value,
        interval,
      );
      return { sentAt, reading: { ...reading, ...told } };
    }),
  );
}

/** Returns the UTC offset without summer time: that of January, since all demo sites are in the northern hemisphere. */
export function getStandardOffset({ offsetAt }: SiteSetting): number {
  return offsetAt(Date.UTC(2026, 0, 15));
}

function timed(
  sentAt: number,
  device: string,
  metric: string,
  at: number,
  value: number,
  interval: number,
): TimedReading {
  return { sentAt, reading: { device, metric, at: new Date(at).toISOString(), value, interval } };
}

interface LocalPlace {
  readonly dayNumber: number;
  readonly hour: number;
  readonly weekday: number;
  readonly quarter: number;
}

function locate(setting: SiteSetting, instant: number): LocalPlace {
  const local = instant + setting.offsetAt(instant);
  const dayNumber = Math.floor(local / DAY);
  const hour = (local - dayNumber * DAY) / 3_600_000;
  return { dayNumber, hour, weekday: (dayNumber + 3) % 7, quarter: Math.floor(hour * 4) };
}

/**
 * Returns when a packet is sent, or null if never. An outage delays it until the end, if the device buffers packets at
 * all.
 */
function sendingTime(
  outages: DoorModel['outages'],
  at: number,
  place: LocalPlace,
  length: number,
  delay: number,
): number | null {
  const outage = findOutage(outages, place.dayNumber, place.hour);
  if (!outage) return at + length + delay;
  if (outage.resentAfterMinutes === null) return null;
  return at + (outage.to - place.hour) * 3_600_000 + outage.resentAfterMinutes * MINUTE + delay;
}

function doorMinute(site: SiteModel, setting: SiteSetting, door: DoorModel, minute: number) {
  if (door.footfall) return [{ metric: 'footfall', value: arrivalsAt(site, setting, door, minute) }];
  const early = arrivalsAt(site, setting, door, minute - Math.round(door.stayMinutes * 0.6) * MINUTE);
  const late = arrivalsAt(site, setting, door, minute - Math.round(door.stayMinutes * 1.4) * MINUTE);
  return [
    { metric: 'affluenceIn', value: arrivalsAt(site, setting, door, minute) },
    // All who entered leave, half of them early and half late, so that a day's exits equal its entries.
    { metric: 'affluenceOut', value: Math.floor(early / 2) + Math.ceil(late / 2) },
  ];
}

interface DoorCount {
  readonly metric: string;
  readonly value: number;
}

/** Splits a door's count into its kinds of people, which add up to it, or leaves it whole. */
function toldApart({ serial, tells }: DoorModel, { metric, value }: DoorCount, minute: number) {
  if (tells === undefined) return [{ metric, value, told: {} }];
  const parts = tells.values.map(() => 0);
  for (let one = 0; one < value; one += 1) {
    const drawn = draw(hashSerial(serial), hashSerial(metric), minute / MINUTE, one);
    const kind = cumulateShares(tells).findIndex((share) => drawn < share);
    parts[kind] = (parts[kind] ?? 0) + 1;
  }
  return parts.map((part, index) => ({
    metric,
    value: part,
    told: { [tells.descriptor]: tells.values[index] as string },
  }));
}

function arrivalsAt(site: SiteModel, setting: SiteSetting, door: DoorModel, minute: number): number {
  const { dayNumber, weekday, quarter } = locate(setting, minute);
  const share = getWeeklyPattern(site)[weekday]?.[quarter] ?? 0;
  const mean = (door.visitorsPerDay * share * computeDayFactor(site, setting.number, dayNumber)) / 15;
  return arrivals(mean, hashSerial(door.serial), minute / MINUTE);
}

function roomSample(site: SiteModel, setting: SiteSetting, room: RoomModel, minute: number) {
  const { dayNumber, weekday, quarter, hour } = locate(setting, minute);
  const rhythm = getWeeklyPattern(site)[weekday] ?? [];
  // The air follows people with a delay: the mean of the last hour and a half.
  let people = 0;
  for (let back = 0; back < 6; back += 1) people += rhythm[quarter - back] ?? 0;
  const crowd = Math.min(1.3, (people / 6) * 30) * computeDayFactor(site, setting.number, dayNumber);
  const key = hashSerial(room.serial);
  const wobble = gaussian(key, minute / MINUTE);
  const season = Math.cos(((dayNumber % 365.25) / 365.25 - 0.54) * 2 * Math.PI);
  return [
    { metric: 'co2', value: Math.round(428 + room.co2AtPeak * crowd + 9 * wobble) },
    {
      metric: 'temperature',
      value: round1(
        room.temperature + 0.9 * season + 0.8 * crowd + 0.5 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) + 0.08 * wobble,
      ),
    },
    { metric: 'humidity', value: round1(43 + 9 * season + 3 * crowd + 0.4 * wobble) },
  ];
}

const round1 = (value: number) => Math.round(value * 10) / 10;
