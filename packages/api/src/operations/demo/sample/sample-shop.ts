import { type Instant, instantToDate } from '@atrium/domain/core';
import { addDevice, createEmptySite, type Place, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import type { SiteModel } from '../simulator/traffic/site-model.ts';
import type { SampleNames } from './names.ts';

/** Days of history: whole weeks, so that usual lines and comparisons have data. */
export const SAMPLE_DAYS = 42;
const DAY = 86_400_000;

const serials = { street: 'SAMPLE-STREET', terrace: 'SAMPLE-TERRACE', air: 'SAMPLE-AIR', power: 'SAMPLE-POWER' };

/** Traffic model of the sample shop. It is open every day, so that each day shows numbers. */
export const buildSampleModel = (timezone: string): SiteModel => ({
  key: 'sample',
  timezone,
  pattern: 'shop',
  hours: Array.from({ length: 7 }, () => [8, 20] as const),
  closedDates: [],
  doors: [
    { serial: serials.street, visitorsPerDay: 640, stayMinutes: 22 },
    { serial: serials.terrace, visitorsPerDay: 210, stayMinutes: 34 },
  ],
  rooms: [{ serial: serials.air, co2AtPeak: 420, temperature: 21.6 }],
  meters: [
    {
      serial: serials.power,
      metric: 'electricityConsumption',
      ...{ perDay: 46, day: 0.55, week: 0.1, winter: 0.08, peakHour: 14, phase: 0.4 },
    },
  ],
});

/** Declaration of the same shop: two zones with a door each, an air sensor and an electricity meter. */
export function buildSampleShop(key: string, timezone: string, names: SampleNames, now: Instant): SiteDeclaration {
  const since = instantToDate(timezone, now - (SAMPLE_DAYS + 1) * DAY);
  const zone = { limit: null, queueLength: null, disabled: false, tags: [], parents: [], removedAt: null };
  const door = (of: string, name: string, to: string) => ({
    ...{ key: of, name, footfallOf: null, removedAt: null },
    ends: [{ from: 'outside', to, validFrom: null, validTo: null }],
  });
  const open = Array.from({ length: 7 }, (_, index) => ({ day: index + 1, hours: ['08:00-20:00'] }));
  const site: SiteDeclaration = {
    ...createEmptySite(key, names.site, timezone),
    openingHours: open,
    startsAnew: true,
    creationDate: since,
    area: 220,
    zones: [
      { ...zone, key: 'floor', name: names.floor, area: 180, limit: 60 },
      { ...zone, key: 'cafe', name: names.cafe, area: 40, limit: 24 },
    ],
    passages: [door('street', names.street, 'floor'), door('terrace', names.terrace, 'cafe')],
    events: [
      {
        ...{ name: names.event, neverEnding: true, dateBegin: null, dateEnd: null, limit: null, removedAt: null },
        metrics: [
          ...['affluenceIn', 'affluenceOut', 'inside'],
          ...['co2', 'temperature', 'humidity', 'electricityConsumption'],
        ],
      },
    ],
  };
  const hang = (shop: SiteDeclaration, serial: string, name: string, kind: Kind, interval: number, at: Place) =>
    addDevice(shop, { serial, name, kind, interval, since, at });
  const counted = hang(
    hang(site, serials.street, names.street, 'pad', 60, { passage: 'street' }),
    ...([serials.terrace, names.terrace, 'pad', 60, { passage: 'terrace' }] as const),
  );
  const aired = hang(counted, serials.air, names.air, 'atmosphere', 300, { zone: 'floor' });
  return hang(aired, serials.power, names.power, 'meter', 900, { zone: 'floor' });
}

type Kind = SiteDeclaration['devices'][number]['kind'];
