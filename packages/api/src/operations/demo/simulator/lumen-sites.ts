import type { SiteModel } from './traffic/site-model.ts';

type Hours = SiteModel['hours'];
const week = (weekdays: Hours[number], saturday: Hours[number], sunday: Hours[number]): Hours => [
  weekdays,
  weekdays,
  weekdays,
  weekdays,
  weekdays,
  saturday,
  sunday,
];
const door = (serial: string, visitorsPerDay: number, stayMinutes: number) => ({ serial, visitorsPerDay, stayMinutes });
const street = (serial: string, visitorsPerDay: number) => ({ serial, visitorsPerDay, stayMinutes: 0, footfall: true });
/** Counters that distinguish women and men, or people who stop and people who pass. */
const byGender = (share: number) => ({
  tells: { descriptor: 'gender', values: ['female', 'male'], shares: [share, 1 - share] } as const,
});
const byEngagement = (share: number) => ({
  tells: { descriptor: 'engagement', values: ['engaged', 'notEngaged'], shares: [share, 1 - share] } as const,
});
/** A counter that estimates age. */
const byAge = {
  tells: {
    descriptor: 'ageCategory',
    values: ['child', 'youngAdult', 'adult', 'senior'],
    shares: [0.08, 0.34, 0.41, 0.17],
  } as const,
};
const room = (serial: string, co2AtPeak: number, temperature = 21.8) => ({ serial, co2AtPeak, temperature });

/**
 * Consumption patterns of a building: electricity by its hours, heat by the cold, water by its people, solar power by
 * the sun.
 */
const power = (serial: string, perDay: number, phase: number, day = 0.55) =>
  ({ serial, metric: 'electricityConsumption', perDay, day, week: 0.1, winter: 0.08, peakHour: 14, phase }) as const;
const heat = (serial: string, perDay: number, phase: number) =>
  ({ serial, metric: 'heatConsumption', perDay, day: 0.2, week: 0.03, winter: 0.6, peakHour: 8, phase }) as const;
const water = (serial: string, perDay: number, phase: number) =>
  ({ serial, metric: 'waterConsumption', perDay, day: 0.7, week: 0.08, winter: -0.05, peakHour: 13, phase }) as const;
const gas = (serial: string, perDay: number, phase: number) =>
  ({
    serial,
    metric: 'combustibleConsumption',
    perDay,
    day: 0.6,
    week: 0.08,
    winter: 0.1,
    peakHour: 12,
    phase,
  }) as const;
/** Produces most heat on the coldest days. */
const heatPump = (serial: string, perDay: number) =>
  ({ ...heat(serial, perDay, 0.6), metric: 'heatProduction' }) as const;
const sun = (serial: string, perDay: number) =>
  ({
    serial,
    metric: 'electricityProduction',
    perDay,
    day: 0.6,
    week: 0,
    winter: -0.3,
    peakHour: 13,
    phase: 0.3,
  }) as const;

/** Tills by an average day: orders, items per order, price of an item, and the smallest coin. */
const tills = (ordersPerDay: number, itemsPerOrder: number, itemPrice: number, coin: number) => ({
  ordersPerDay,
  itemsPerOrder,
  itemPrice,
  coin,
});

/** A gateway that restarts every other morning and loses unsent packets. */
const restart = [{ from: 10.5, to: 11, resentAfterMinutes: null, everyDays: 2 }];
/** A link that fails over midday every third day. Packets arrive late; none is lost. */
const lateLink = [{ from: 11.5, to: 13.5, resentAfterMinutes: 35, everyDays: 3 }];
/** A sensor that has never worked. */
const dead = [{ from: 0, to: 24, resentAfterMinutes: null, everyDays: 1 }];

/** Models of the sites in the demo's site files, with the same keys and serials. */
export const demoSites: readonly SiteModel[] = [
  {
    key: 'arcades-du-lac',
    timezone: 'Europe/Zurich',
    pattern: 'mall',
    closedDates: ['2025-12-25', '2026-01-01', '2026-08-01', '2026-12-25', '2027-01-01', '2027-08-01', '2027-12-25'],
    hours: week([9, 20], [9, 18], null),
    // Events of the site file that attract people.
    lifts: [
      { from: '2026-01-05', to: '2026-01-24', factor: 1.3 },
      { from: '2026-10-19', to: '2026-10-31', factor: 1.35 },
      { from: '2026-11-20', to: '2026-12-24', factor: 1.1 },
    ],
    // The centre's own counters: gift cards and services. Its shops keep their sales private.
    tills: tills(70, 1.3, 44, 0.05),
    doors: [
      { ...door('ARC-NORTH', 2100, 52), outages: restart },
      { ...door('ARC-SOUTH', 1500, 48), outages: restart },
      { ...door('ARC-METRO', 1400, 40), outages: restart },
      { ...door('ARC-P1', 850, 58), outages: restart },
      { ...door('ARC-P2', 520, 60), outages: restart },
      door('ARC-ESC-1', 1500, 24),
      door('ARC-ESC-2', 1150, 22),
      door('ARC-FOOD-W', 700, 26),
      door('ARC-FOOD-E', 560, 26),
      door('ARC-ANCHOR-0', 900, 19),
      door('ARC-ANCHOR-1', 420, 18),
      { ...door('ARC-FASHION', 760, 12), ...byAge },
      door('ARC-WINTER', 520, 22),
      street('ARC-QUAI', 16500),
    ],
    rooms: [
      room('ARC-AIR-0', 330),
      room('ARC-AIR-1', 390),
      room('ARC-AIR-FOOD', 520, 22.6),
      room('ARC-AIR-ANCHOR', 350),
    ],
    cameras: [
      {
        serial: 'ARC-CAM-GROUND',
        visitorsPerDay: 5200,
        staySeconds: 340,
        femaleShare: 0.56,
        spots: [
          { x: 0.5, y: 0.5, spread: 0.1, share: 3 },
          { x: 0.16, y: 0.52, spread: 0.05, share: 2 },
          { x: 0.84, y: 0.48, spread: 0.05, share: 2 },
          { x: 0.5, y: 0.88, spread: 0.04, share: 1 },
          { x: 0.28, y: 0.22, spread: 0.07, share: 2 },
          { x: 0.76, y: 0.2, spread: 0.06, share: 1 },
        ],
      },
      {
        serial: 'ARC-CAM-FOOD',
        visitorsPerDay: 1200,
        staySeconds: 900,
        femaleShare: 0.51,
        spots: [
          { x: 0.22, y: 0.2, spread: 0.04, share: 2 },
          { x: 0.5, y: 0.2, spread: 0.04, share: 3 },
          { x: 0.78, y: 0.2, spread: 0.04, share: 2 },
          { x: 0.35, y: 0.65, spread: 0.08, share: 3 },
          { x: 0.7, y: 0.7, spread: 0.08, share: 3 },
        ],
      },
    ],
    meters: [
      power('ARC-EL-0', 640, 0.1),
      // This meter was replaced one morning.
      { ...power('ARC-EL-1', 470, 0.4), replacedAt: '2026-09-14T07:30:00Z' },
      power('ARC-EL-FOOD', 380, 0.7, 0.7),
      heat('ARC-HEAT', 900, 0.2),
      water('ARC-WATER', 14, 0.5),
      gas('ARC-GAS', 46, 0.8),
    ],
    sensors: [
      {
        watches: 'queue',
        serial: 'ARC-CAM-TILLS',
        visitorsPerDay: 1020,
        tills: 7,
        servedPerHour: 62,
        // Three of seven tills are closed on some Saturday afternoons, the busiest of the week.
        shortHanded: { everyDays: 14, on: 9, from: 14.5, to: 16.5, tills: 4 },
      },
      {
        watches: 'visits',
        serial: 'ARC-CAM-WINTER',
        visitorsPerDay: 520,
        staySeconds: 1260,
        walkThrough: 0.24,
        peoplePerGroup: 1.9,
        returning: 0.12,
        silent: { everyDays: 23, on: 4, from: 13, to: 15.5 },
      },
      { watches: 'tags', serial: 'ARC-UWB-WINTER', tagsPerDay: 46, staySeconds: 4200 },
      // A fryer without its hood, one afternoon every two weeks.
      { watches: 'air', serial: 'ARC-AIR-FOOD', smoke: { everyDays: 13, on: 6, from: 14, to: 16.25 } },
    ],
  },
  {
    key: 'bahnhof-passage',
    timezone: 'Europe/Zurich',
    pattern: 'station',
    closedDates: [],
    hours: week([5, 24], [5, 24], [6, 24]),
    doors: [
      door('BHF-TRACKS-W', 14200, 9),
      door('BHF-TRACKS-E', 12400, 9),
      door('BHF-STREET-N', 9800, 12),
      door('BHF-STREET-S', 7600, 12),
      door('BHF-TRAM', 8700, 8),
      door('BHF-MARKET-W', 3900, 14),
      door('BHF-MARKET-E', 3100, 14),
      door('BHF-LOUNGE', 460, 35),
      street('BHF-PLAZA', 61000),
    ],
    rooms: [room('BHF-AIR-HALL', 620), room('BHF-AIR-MARKET', 700, 22.4), room('BHF-AIR-LOUNGE', 420, 22)],
    meters: [power('BHF-EL-HALL', 2300, 0.2, 0.4), power('BHF-EL-MARKET', 1500, 0.6), water('BHF-WATER', 38, 0.1)],
  },
  {
    key: 'boutique-rhone',
    timezone: 'Europe/Zurich',
    pattern: 'shop',
    closedDates: ['2025-12-25', '2026-01-01', '2026-12-25', '2027-01-01', '2027-12-25'],
    hours: week([10, 19], [10, 18], null),
    tills: tills(36, 1.7, 148, 0.05),
    doors: [
      { ...door('RHO-DOOR', 210, 17), ...byGender(0.68) },
      { ...door('RHO-FITTING', 64, 9), ...byGender(0.74) },
      { ...street('RHO-STREET', 2600), ...byGender(0.53) },
    ],
    rooms: [room('RHO-AIR', 260)],
    cameras: [
      {
        serial: 'RHO-CAM',
        visitorsPerDay: 210,
        staySeconds: 780,
        femaleShare: 0.68,
        spots: [
          { x: 0.5, y: 0.86, spread: 0.05, share: 1 },
          { x: 0.3, y: 0.5, spread: 0.06, share: 3 },
          { x: 0.66, y: 0.46, spread: 0.07, share: 3 },
          { x: 0.86, y: 0.2, spread: 0.04, share: 2 },
        ],
      },
    ],
    meters: [power('RHO-EL', 38, 0.3)],
  },
  {
    key: 'bureaux-sevelin',
    timezone: 'Europe/Zurich',
    pattern: 'office',
    closedDates: [
      '2025-12-25',
      '2025-12-26',
      '2026-01-01',
      '2026-12-25',
      '2026-12-26',
      '2027-01-01',
      '2027-12-25',
      '2027-12-26',
    ],
    hours: week([7, 20], null, null),
    doors: [
      door('SEV-LOBBY', 430, 300),
      door('SEV-GARAGE', 120, 380),
      door('SEV-FLOOR-1', 210, 160),
      door('SEV-FLOOR-2', 230, 170),
      door('SEV-CANTEEN', 260, 32),
    ],
    rooms: [
      room('SEV-AIR-L1', 480, 22),
      room('SEV-AIR-L2', 560, 22.2),
      room('SEV-AIR-MEET', 890, 22.8),
      { ...room('SEV-AIR-CANTEEN', 610), outages: dead },
    ],
    meters: [
      power('SEV-EL', 620, 0.8, 0.65),
      power('SEV-EL-CANTEEN', 140, 0.5, 0.7),
      heat('SEV-HEAT', 520, 0.9),
      water('SEV-WATER', 5.5, 0.2),
      sun('SEV-SUN', 210),
      heatPump('SEV-HEATPUMP', 260),
    ],
    sensors: [{ watches: 'seat', serial: 'SEV-AIR-MEET', occupiedShare: 0.58 }],
  },
  {
    key: 'galleria-lugano',
    timezone: 'Europe/Zurich',
    pattern: 'mall',
    closedDates: ['2025-12-25', '2026-01-01', '2026-12-25', '2027-01-01', '2027-12-25'],
    hours: week([9, 19], [9, 17], null),
    tills: tills(54, 1.6, 31, 0.05),
    doors: [
      { ...door('LUG-LAKE', 1300, 38), ...byEngagement(0.36), outages: lateLink },
      { ...door('LUG-TOWN', 980, 36), ...byEngagement(0.42), outages: lateLink },
      { ...door('LUG-GARDEN', 430, 20), ...byEngagement(0.55), outages: lateLink },
      { ...street('LUG-LUNGOLAGO', 7900), ...byEngagement(0.12) },
    ],
    rooms: [{ ...room('LUG-AIR', 360), outages: lateLink }],
    meters: [power('LUG-EL', 410, 0.15), water('LUG-WATER', 3.8, 0.85)],
  },
  {
    key: 'regent-street',
    timezone: 'Europe/London',
    pattern: 'shop',
    closedDates: ['2025-12-25', '2026-12-25', '2027-12-25'],
    hours: week([10, 20], [10, 20], [12, 18]),
    doors: [
      door('REG-MAIN', 2900, 24),
      door('REG-SIDE', 1050, 22),
      door('REG-ESC-UP', 1250, 15),
      door('REG-LOWER', 780, 14),
      street('REG-PAVEMENT', 31000),
    ],
    rooms: [room('REG-AIR-G', 410), room('REG-AIR-1', 380)],
    meters: [power('REG-EL', 560, 0.35), heat('REG-HEAT', 240, 0.6)],
  },
  {
    key: 'bryant-park',
    timezone: 'America/New_York',
    pattern: 'shop',
    closedDates: ['2025-11-27', '2025-12-25', '2026-11-26', '2026-12-25', '2027-11-25', '2027-12-25'],
    hours: week([10, 21], [10, 21], [11, 19]),
    doors: [
      door('BRY-MAIN', 3300, 21),
      door('BRY-42ND', 1450, 20),
      door('BRY-ESC', 1500, 13),
      street('BRY-SIXTH', 38000),
    ],
    rooms: [room('BRY-AIR-G', 390), room('BRY-AIR-2', 360)],
    meters: [power('BRY-EL', 690, 0.55), water('BRY-WATER', 4.2, 0.25)],
  },
  {
    key: 'dubai-marina',
    timezone: 'Asia/Dubai',
    pattern: 'evening',
    closedDates: [],
    hours: week([10, 25], [10, 26], [10, 25]),
    doors: [
      door('DXB-WALK', 3600, 45),
      door('DXB-TOWER', 1700, 50),
      door('DXB-TERRACE', 1900, 38),
      street('DXB-PROMENADE', 15500),
    ],
    rooms: [room('DXB-AIR', 480, 22.9), room('DXB-AIR-TERRACE', 300, 23.8)],
    meters: [power('DXB-EL', 1450, 0.45), water('DXB-WATER', 11, 0.75), sun('DXB-SUN', 380)],
  },
  {
    key: 'shinjuku-east',
    timezone: 'Asia/Tokyo',
    pattern: 'shop',
    closedDates: ['2026-01-01'],
    hours: week([7, 21], [7, 21], [7, 20]),
    doors: [
      door('SHJ-EAST', 4300, 18),
      door('SHJ-STATION', 3900, 16),
      door('SHJ-ESC-B1', 1900, 14),
      door('SHJ-ESC-2', 1650, 15),
      street('SHJ-AVENUE', 52000),
    ],
    rooms: [room('SHJ-AIR-B1', 470), room('SHJ-AIR-1', 520), room('SHJ-AIR-2', 410)],
    meters: [power('SHJ-EL', 980, 0.65), power('SHJ-EL-B1', 620, 0.05, 0.7), water('SHJ-WATER', 9.5, 0.95)],
  },
];

/** The demo's second organization, which the first must never see. */
export const rivalSites: readonly SiteModel[] = [
  {
    key: 'rival-basel',
    timezone: 'Europe/Zurich',
    pattern: 'shop',
    closedDates: [],
    hours: week([9, 19], [9, 18], null),
    doors: [door('RIV-DOOR-1', 900, 20), door('RIV-DOOR-2', 600, 20)],
    rooms: [room('RIV-AIR', 300)],
  },
];
