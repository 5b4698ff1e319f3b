import { widgetTypes } from '@atrium/domain/pages/definitions';
import { formula, payload, withoutSlash } from './payload.ts';

const zones = ['shop/all', 'shop/room'];

/** A site with a hall, a room, doors, sensors, an event and an alert. */
const installations = [
  {
    key: 'shop',
    name: payload,
    timezone: 'Europe/Zurich',
    address: payload,
    city: payload,
    country: 'CH',
    currency: 'CHF',
    shopId: withoutSlash,
    latitude: 47,
    longitude: 8,
    creationDate: '2024-01-01',
    zones: [
      {
        key: 'all',
        name: payload,
        limit: 50,
        area: 100,
        tags: [withoutSlash],
        zones: [{ key: 'room', name: formula, limit: 9, area: 20 }],
      },
    ],
    passages: [
      { key: 'door', name: payload, from: 'outside', to: 'all' },
      { key: 'inner', name: formula, from: 'all', to: 'room' },
    ],
    devices: [
      { serial: 'PAD-1', kind: 'pad', name: payload, passage: 'door' },
      { serial: 'AIR-1', kind: 'atmosphere', name: formula, zone: 'room' },
      { serial: 'EL-1', kind: 'meter', name: payload, zone: 'all', metric: 'electricityConsumption' },
    ],
    events: [
      {
        name: payload,
        neverEnding: true,
        metrics: ['affluenceIn', 'inside', 'co2', 'electricityConsumption'],
        stopngo: { limit: 40 },
      },
    ],
    alerts: [
      {
        name: payload,
        condition: { type: 'limit', zone: 'all', value: 1, endValue: 0, enterHold: 0 },
        lists: [payload],
        notifications: [{ type: 'email', title: payload, content: payload }],
      },
    ],
  },
];

/** A plan with a layer, a filter, colours and a tooltip. */
const mapViews = [
  {
    zone: 'shop/all',
    width: 800,
    height: 500,
    backgrounds: [{ file: 'plan', backgroundColor: '#ffffff' }],
    layers: [{ name: payload, file: 'upper' }],
    filterType: 'custom',
    filterOptions: [{ title: payload, zoneIds: ['shop/room'], metrics: ['inside'] }],
    metrics: [{ type: 'inside', colorRanges: [{ limits: { lower: 0, upper: 50 }, color: '#22aa66', text: payload }] }],
    elements: [
      { zoneId: 'shop/room', x: 10, y: 10, width: 200, height: 80, name: payload, tooltip: { title: payload } },
    ],
  },
];

/** A page with a widget of each type, and one of an unknown type. */
const dashboards = [
  {
    key: 'board',
    name: payload,
    icon: payload,
    pages: [
      {
        key: 'page',
        name: payload,
        icon: 'calendar',
        widgetGlobalFilters: [{ type: 'zone', zoneIds: zones }],
        widgets: [...widgetTypes, payload].map((type) => ({
          type,
          title: payload,
          tooltipMessages: [payload],
          zoneIds: zones,
          metrics: [{ type: 'affluenceIn', customTitle: payload, groupBy: [{ type: 'ZONE' }] }],
        })),
      },
    ],
  },
];

/** Builds a site file in which all texts of sites, people and pages are payloads. */
export function siteFile(email: string): string {
  return JSON.stringify({
    organization: { name: payload },
    tags: { [withoutSlash]: [withoutSlash] },
    profiles: [{ name: payload, rights: 'all' }],
    users: [
      {
        email,
        bookmarks: [{ title: payload, url: `/counting/{shop}?q=${encodeURIComponent(payload)}`, target: '_self' }],
        links: [{ text: payload, url: 'https://example.org/', iconSrc: '/icons/rota.svg', openOutside: true }],
      },
      { email: 'reader@payload.example', profile: payload, role: 'user' },
    ],
    recipientLists: [{ name: payload, users: [email] }],
    installations,
    mapViews,
    dashboards,
    colours: { accent: '#1f6feb' },
  });
}
