import {
  type InstallationId,
  id,
  type OrganizationId,
  parseWall,
  type TagCategoryId,
  type TagId,
  type Weekday,
  wallToInstant,
  type ZoneId,
} from '@atrium/domain/core';
import type { Site } from '../src/pages/site-page/site.ts';

const timezone = 'Europe/Zurich';

/** Returns an instant from the gallery site's local time: `2026-03-12T14:10`. */
export function parseClock(text: string): number {
  const wall = parseWall(text);
  if (wall === null) throw new Error(`${text} is no time of the clock`);
  return wallToInstant(timezone, wall);
}

export const top = 1;
export const shops = [2, 3, 4, 5] as const;

const names: Readonly<Record<number, string>> = {
  [top]: 'Arcades du Lac',
  2: 'Boulangerie Morel',
  3: 'Food court',
  4: 'Rive Sports',
  5: 'Pharmacie du Port',
};

/** An invented centre, open Monday to Saturday from 8:00 to 20:00. */
export const site: Site = {
  topology: {
    organizationId: id<OrganizationId>(1),
    installationId: id<InstallationId>(1),
    name: 'Arcades du Lac',
    timezone,
    changeOfDay: '00:00',
    openingHours: {
      reset: true,
      spans: ([1, 2, 3, 4, 5, 6] as Weekday[]).map((day) => ({ begin: [day, 8, 0], end: [day, 20, 0] })),
    },
    closedDates: [],
    country: 'CH',
    currency: null,
    eventLimits: [],
    area: null,
    createdAt: parseClock('2020-01-01T00:00'),
    zones: [top, ...shops].map((zone, order) => ({
      id: id<ZoneId>(zone),
      key: String(zone),
      name: names[zone] ?? '',
      parentIds: zone === top ? [] : [id<ZoneId>(top)],
      area: null,
      limit: zone === top ? 900 : 60 + 70 * order,
      queueLength: null,
      tagIds: [],
      order,
    })),
    passages: [],
    devices: [],
  },
  city: 'Vevey',
  country: 'CH',
  categories: [
    {
      id: id<TagCategoryId>(1),
      name: 'Use',
      tags: [
        { id: id<TagId>(1), name: 'Retail' },
        { id: id<TagId>(2), name: 'Food' },
      ],
    },
  ],
  told: ['gender', 'engagement'],
  colors: {},
  corrections: [],
  airSensors: [],
  events: [],
};
