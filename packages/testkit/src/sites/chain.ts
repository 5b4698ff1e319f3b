import type { Random } from '../chance/index.ts';

export interface ChainSize {
  /** Name of the organization. The sites are added to those of an existing one. */
  readonly organization: string;
  readonly sites: number;
  readonly users: number;
  readonly alerts: number;
  readonly dashboards: number;
  readonly pagesPerDashboard: number;
  /** Spread evenly over the users. */
  readonly bookmarks: number;
  /** Size of the last site, if it differs from the others. At least six zones and four doors. */
  readonly largestSite: { readonly zones: number; readonly doors: number } | null;
}

/** 399 sites of six zones and one of 250, 300 users, 500 alerts, 200 pages and 2 000 bookmarks. */
export const largeChain: ChainSize = {
  organization: 'Lumen Retail',
  ...{ sites: 400, users: 300, alerts: 500, dashboards: 40, pagesPerDashboard: 5, bookmarks: 2000 },
  largestSite: { zones: 250, doors: 120 },
};

/** Addresses of people who see all sites, 40 and one; the others see up to 40 or all. The chain has them if it has users. */
export const chainPeople = {
  administrator: 'member-1@chain.example',
  manager: 'member-2@chain.example',
  viewer: 'member-3@chain.example',
} as const;

const countries = [
  { country: 'DE', timezone: 'Europe/Berlin', currency: 'EUR', cities: ['München', 'Nürnberg', 'Hamburg', 'Köln'] },
  { country: 'FR', timezone: 'Europe/Paris', currency: 'EUR', cities: ['Lyon', 'Lille', 'Nantes', 'Rennes'] },
  { country: 'IT', timezone: 'Europe/Rome', currency: 'EUR', cities: ['Torino', 'Bologna', 'Verona', 'Bari'] },
  { country: 'ES', timezone: 'Europe/Madrid', currency: 'EUR', cities: ['Sevilla', 'Bilbao', 'Málaga', 'Vigo'] },
  { country: 'CH', timezone: 'Europe/Zurich', currency: 'CHF', cities: ['Bern', 'Luzern', 'Lugano', 'Sion'] },
  { country: 'GB', timezone: 'Europe/London', currency: 'GBP', cities: ['Leeds', 'Bristol', 'Cardiff', 'Glasgow'] },
] as const;
const rooms = ['Erdgeschoss', 'Obergeschoss', 'Umkleiden', 'Kassen', 'Lager'];
const profileCount = 25;
const maxManagedSites = 40;
const metrics = ['affluenceIn', 'affluenceOut', 'inside', 'co2', 'temperature', 'humidity', 'electricityConsumption'];

/**
 * Builds the site file of a chain of shops as JSON, which is valid YAML. Each shop has six zones, four doors and seven
 * devices. Includes people, alerts and dashboards.
 */
export function buildChainFile(random: Random, size: ChainSize): string {
  const keys = Array.from({ length: size.sites }, (_, index) => `shop-${index + 1}`);
  return JSON.stringify({
    organization: { name: size.organization },
    profiles: Array.from({ length: size.users === 0 ? 0 : profileCount }, (_, index) => ({
      name: `Team ${index + 1}`,
      rights: rightsOfTeam(index),
    })),
    users: Array.from({ length: size.users }, (_, index) => ({
      email: `member-${index + 1}@chain.example`,
      profile: `Team ${(index % profileCount) + 1}`,
      ...{ firstName: `Member ${index + 1}`, lastName: 'of the chain', language: 'en' },
      ...(index === 0 ? { role: 'admin' } : {}),
      sites: index % 7 === 0 ? null : random.shuffled(keys).slice(0, managedSites(random, index)),
      bookmarks: Array.from({ length: shareOf(size.bookmarks, index, size.users) }, (_unused, number) => ({
        title: `Bookmark ${number + 1} of member ${index + 1}`,
        url: `/counting/{${random.pick(keys)}}?v=1&number=${number}`,
      })),
    })),
    installations: keys.map((key, index) => shop(random, key, index, size)),
    dashboards: Array.from({ length: size.dashboards }, (_, index) => dashboard(random, keys, index, size)),
  });
}

/** Returns the share of one of `count` in a total, so that all shares add up to it. */
const shareOf = (total: number, index: number, count: number): number =>
  Math.floor(((index + 1) * total) / count) - Math.floor((index * total) / count);

/** The first team may do everything, the second all that concerns numbers, alerts and reports. */
function rightsOfTeam(index: number): string | readonly string[] {
  if (index === 0) return 'all';
  if (index === 1) return ['dashboard', 'app', 'data', 'organization.user.read', 'organization.general.read'];
  return ['dashboard.sensor.read', 'dashboard.custom.read', ...(index % 2 === 0 ? ['dashboard.alert'] : [])];
}

/** The second person manages as many sites as anybody, the third one. */
function managedSites(random: Random, index: number): number {
  if (index === 1) return maxManagedSites;
  return index === 2 ? 1 : 1 + random.below(maxManagedSites);
}

function shop(random: Random, key: string, index: number, { sites, alerts, largestSite }: ChainSize) {
  const { cities, ...where } = random.pick(countries);
  const city = random.pick(cities);
  const at = (place: string) => `${key.toUpperCase()}-${place}`;
  const more = index === sites - 1 ? largestSite : null;
  const rest = Array.from({ length: Math.max(0, (more?.zones ?? 0) - 1 - rooms.length) }, (_, number) => ({
    key: `unit-${number + 1}`,
    name: `Ladenfläche ${number + 1} im Obergeschoss West`,
    area: 40,
  }));
  const doors = Array.from({ length: Math.max(0, (more?.doors ?? 0) - 4) }, (_, number) => ({
    ...{ key: `unit-door-${number + 1}`, name: `Eingang ${number + 1}` },
    ...{ from: 'shop', to: rest[number]?.key ?? 'room-0' },
  }));
  return {
    ...{ key, ...where, city, shopId: `chain-${index + 1}` },
    // Maximum length of names.
    name: `${city} ${index + 1} · Einkaufszentrum am Marktplatz beim Rathaus`.slice(0, 60),
    openingHours: index % 5 === 0 ? 'always' : { 'mon-sat': ['08:00-22:00'], sun: ['10:00-20:00'] },
    ...{ creationDate: '2026-01-01', area: 900 },
    zones: [
      {
        ...{ key: 'shop', name: 'Verkaufsfläche gesamt', area: 900, limit: 100 + random.below(400) },
        zones: [...rooms.map((name, room) => ({ key: `room-${room}`, name, area: 150 })), ...rest],
      },
    ],
    passages: [
      { key: 'street', name: 'Straße', from: 'outside', to: 'shop' },
      { key: 'parking', name: 'Parkplatz', from: 'outside', to: 'shop' },
      { key: 'ground', name: 'Eingang', from: 'shop', to: 'room-0' },
      { key: 'stairs', name: 'Treppe', from: 'room-0', to: 'room-1' },
      ...doors,
    ],
    devices: [
      ...['street', 'parking', 'ground', 'stairs', ...doors.map((door) => door.key)].map((passage) => ({
        ...{ serial: at(passage), kind: 'pad', name: `Zähler ${passage}`, passage, interval: 300 },
      })),
      ...[0, 1].map((room) => ({ serial: at(`air-${room}`), kind: 'atmosphere', zone: `room-${room}`, interval: 900 })),
      { serial: at('power'), kind: 'meter', zone: 'shop', metric: 'electricityConsumption', interval: 3600 },
    ],
    events: [{ name: 'Permanent', neverEnding: true, metrics, stopngo: { limit: 300 } }],
    alerts: Array.from({ length: shareOf(alerts, index, sites) }, (_, number) => ({
      name: `Zu voll ${number + 1}`,
      condition: { type: 'limit', zone: number % 2 === 0 ? 'shop' : 'room-0', value: 50 + random.below(300) },
      emails: ['admin@demo.example'],
    })),
  };
}

function dashboard(random: Random, keys: readonly string[], index: number, { pagesPerDashboard }: ChainSize) {
  return {
    key: `chain-${index + 1}`,
    name: `Chain board ${index + 1}`,
    pages: Array.from({ length: pagesPerDashboard }, (_, page) => {
      const zoneIds = random
        .shuffled(keys)
        .slice(0, 8)
        .map((key) => `${key}/shop`);
      return {
        key: `page-${page + 1}`,
        name: `Page ${page + 1}`,
        widgetGlobalFilters: [
          { type: 'date', datePreset: 'last7' },
          { type: 'zone', zoneIds },
        ],
        widgets: [
          { type: 'kpis', title: 'Visitors', zoneIds, metrics: [{ type: 'affluenceIn', compare: 'USUAL' }] },
          {
            ...{ type: 'table', title: 'Shop by shop', zoneIds },
            metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'ZONE' }] }],
          },
        ],
      };
    }),
  };
}
