import { addDays, type Instant, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { Device, Passage, Tariff, Topology } from '@atrium/domain/sites';
import type { Random } from '../chance/index.ts';
import type { TestReading } from '../readings/index.ts';
import { anAirSensor, aPad, aPassage, aSite, aZone, ends } from './topologies.ts';

/** Time zones around the world, each with a date of a clock change or an ordinary one. */
export const places: readonly (readonly [timezone: string, date: LocalDate])[] = [
  ['Europe/Zurich', '2026-03-28'],
  ['Europe/Zurich', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Asia/Beirut', '2026-03-28'],
  ['America/Havana', '2026-10-31'],
  ['Asia/Kathmandu', '2026-02-27'],
  ['Pacific/Apia', '2026-06-10'],
  ['UTC', '2026-12-30'],
];

/** Generates a site with up to five zones in a random tree, and doors whose ends and counters may change. */
export function randomSite(random: Random, organizationId: number, place: (typeof places)[number]): Topology {
  const [timezone, date] = place;
  const calendar = { timezone, changeOfDay: random.pick(['00:00', '00:00', '05:00', '02:30']) };
  const middle = startOfSiteDay(calendar, date) + 30 * 3_600_000 + random.below(20) * 300_000;
  const zoneCount = 1 + random.below(5);
  const zoneIds = Array.from({ length: zoneCount }, (_, index) => index + 1);
  const zones = zoneIds.map((id) => {
    const parents = zoneIds.filter((other) => other < id && random.chance(0.45)).slice(0, 2);
    return aZone(id, {
      parentIds: parents as never[],
      limit: random.chance(0.7) ? 5 + random.below(40) : null,
      area: random.chance(0.15) ? null : 20 + 10 * id,
      queueLength: random.chance(0.7) ? 4 + id : null,
    });
  });
  const somewhere = () => (random.chance(0.35) ? null : random.pick(zoneIds));
  const passages: Passage[] = [];
  for (let id = 11; id <= 11 + random.below(4); id++) {
    const changes = random.chance(0.3);
    const all = changes
      ? [ends(somewhere(), somewhere(), null, middle), ends(somewhere(), somewhere(), middle, null)]
      : [ends(somewhere(), somewhere())];
    passages.push(aPassage(id, all));
  }
  passages.push(aPassage(19, [], { footfallOf: random.pick(zoneIds) as never }));
  const devices = passages.flatMap((passage, index) => randomPads(random, passages, passage, index, middle));
  const air = zoneIds.filter(() => random.chance(0.6)).map((id) => anAirSensor(60 + id, id));
  const cameras = zoneIds
    .filter(() => random.chance(0.6))
    .map((id) => anAirSensor(70 + id, id, { kind: 'camera', reportsZero: random.chance(0.7) }));
  const meters = zoneIds
    .filter(() => random.chance(0.4))
    .map((id) => anAirSensor(80 + id, id, { kind: 'meter', meter: randomMeter(random) }));
  const all = [...devices, ...air, ...cameras, ...meters];
  const area = random.chance(0.5) ? 300 : null;
  const tariffs = changingTariffs(addDays(date, 1), zoneCount % 2 === 0);
  const firstWeekday = zoneCount % 2 === 0 ? 7 : 1;
  return aSite(organizationId, { ...calendar, firstWeekday, zones, passages, devices: all, area, tariffs });
}

/** Tariffs that change on a date, with low hours from 20 to 6 and, on Sundays, all day. Some kinds have none. */
function changingTariffs(date: LocalDate, hasStanding: boolean): readonly Tariff[] {
  const nights = ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
    begin: [day, 20, 0] as const,
    end: [((day % 7) + 1) as typeof day, 6, 0] as const,
  }));
  const sunday = { begin: [7, 6, 0] as const, end: [7, 20, 0] as const };
  const tariff = (kind: Tariff['kind'], price: number, more: Partial<Tariff> = {}): Tariff => ({
    ...{ kind, price, validFrom: null, validTo: null, lowPrice: null, lowHours: [] },
    ...{ standingPerDay: null, standingPerMonth: null },
    ...more,
  });
  const standing = hasStanding ? { standingPerDay: 2, standingPerMonth: 31 } : {};
  return [
    tariff('electricity', 0.3, { validTo: date, lowPrice: 0.2, lowHours: nights, ...standing }),
    tariff('electricity', 0.4, { validFrom: date, lowPrice: 0.1, lowHours: [...nights, sunday] }),
    tariff('feedIn', 0.08, { lowPrice: 0.06, lowHours: nights }),
    tariff('water', 2, standing),
    tariff('hotWater', 7, { validFrom: date }),
    tariff('gas', 1.1, { validFrom: date, standingPerMonth: 12 }),
    tariff('wood', 0.5),
  ];
}

/** Metrics of meters, with the details they may have. */
const metered: readonly (readonly [metric: string, told: Readonly<Record<string, readonly string[]>>])[] = [
  ['waterConsumption', { waterTemperature: ['hot', 'cold', 'mixed'], waterUse: ['sanitary', 'kitchen'] }],
  [
    'combustibleConsumption',
    { combustibleType: ['gas', 'oil', 'wood', 'coal'], combustibleUse: ['heating', 'process'] },
  ],
  [
    'electricityConsumption',
    { electricityOrigin: ['grid', 'solar'], electricityUse: ['lighting', 'heating'], electricityDestination: ['self'] },
  ],
  ['electricityProduction', { electricityOrigin: ['solar'], electricityDestination: ['grid', 'building'] }],
  ['heatConsumption', {}],
  ['heatProduction', {}],
];

function randomMeter(random: Random): Device['meter'] {
  const [metric, told] = random.pick(metered);
  const said = Object.entries(told).flatMap(([name, values]) =>
    random.chance(0.7) ? [[name, random.pick(values)] as const] : [],
  );
  return { metric, descriptors: Object.fromEntries(said), rollover: random.chance(0.5) ? 1000 : null };
}

function randomPads(
  random: Random,
  passages: readonly Passage[],
  passage: Passage,
  index: number,
  middle: Instant,
): Device[] {
  const rhythm = {
    interval: random.pick([300, 300, 900]),
    reportsZero: random.chance(0.7),
    installedAt: random.chance(0.2) ? middle - 7_200_000 : 0,
  };
  const moves = random.chance(0.2);
  const other = random.pick(passages).id;
  const placements = moves
    ? [
        { at: { passageId: passage.id }, validFrom: null, validTo: middle },
        { at: { passageId: other }, validFrom: middle, validTo: null },
      ]
    : [{ at: { passageId: passage.id }, validFrom: null, validTo: null }];
  const pads = [aPad(21 + 2 * index, passage.id, { ...rhythm, placements })];
  if (random.chance(0.2)) pads.push(aPad(22 + 2 * index, passage.id, rhythm));
  return pads;
}

/** Some counters report less often than declared: every half hour. */
export const reportsCoarsely = ({ id, kind, interval }: Device): boolean =>
  kind === 'pad' && interval === 900 && id % 2 === 1;

/** Generates the readings of the site's devices between two instants: with gaps, splits by gender and quiet hours. */
export function randomStream(random: Random, site: Topology, from: Instant, to: Instant): TestReading[] {
  const neverFail = random.chance(0.4);
  return site.devices.flatMap((declared) => {
    const device = reportsCoarsely(declared) ? { ...declared, interval: 1800 } : declared;
    const step = device.interval * 1000;
    const readings: TestReading[] = [];
    const habit = random.pick(['total', 'total', 'split', 'both', 'late split']);
    const tellsStatus = random.chance(0.4);
    const measures = samples.filter(([metric]) => metric === 'co2' || random.chance(0.25));
    const isRoomSensor = random.chance(0.5);
    const begin = Math.floor(from / step) * step;
    let silentUntil = 0;
    let stand = random.below(900);
    let lowUntil = 0;
    const isReadOnceADay = device.kind === 'meter' && random.chance(0.1);
    // Some meters send amounts of intervals, or change to them.
    const amountsFrom =
      device.kind !== 'meter' || random.chance(0.6) ? to : random.pick([begin, from + (to - from) / 2]);
    const lengths = random.pick([[1], [1, 3], [3], [3, 12], [12]]);
    for (let at = begin; at < to; at += step) {
      if (!neverFail && random.chance(0.01 * (device.interval / 300))) silentUntil = at + random.below(60) * 300_000;
      if (at < Math.max(silentUntil, device.installedAt)) continue;
      const sampled = { device: device.id, at, interval: 0 };
      if (tellsStatus && random.chance(0.95))
        readings.push({ ...sampled, metric: 'deviceStatus', value: random.pick([0, 0, 0, 0, 1, 2]) });
      if (device.kind === 'atmosphere') {
        for (const [metric, low, range] of measures)
          readings.push({ ...sampled, metric, value: low + (random.below(1000) / 1000) * range });
        if (isRoomSensor) readings.push({ ...sampled, metric: 'binaryOccupancy', value: random.below(2) });
        continue;
      }
      if (device.kind === 'camera') {
        readings.push(...sightingsOf(random, device, at));
        continue;
      }
      if (device.kind === 'meter') {
        if (at >= amountsFrom) {
          const length = random.pick(lengths);
          if (at % (length * step) === 0 && random.chance(0.97))
            readings.push({
              ...sampled,
              metric: device.meter?.metric ?? '',
              value: random.below(30 * length),
              interval: (length * step) / 1000,
              descriptors: 'kind=amount',
            });
          if (random.chance(0.7)) continue;
        }
        if (isReadOnceADay && at % 86_400_000 !== 0) continue;
        stand = random.chance(0.005) ? 0 : (stand + random.below(30)) % (device.meter?.rollover ?? 1e9);
        // Registers jitter, drop out, step back, and some are reset or replaced. Some meters are silent for longer.
        if (random.chance(0.005)) stand = Math.floor(stand * (0.2 + 0.7 * random.next()));
        if (random.chance(0.005)) lowUntil = at + random.pick([1, 12, 300]) * step;
        if (!neverFail && random.chance(0.003)) silentUntil = at + random.below(20) * 3_600_000;
        const tremble = random.chance(0.02) ? 1 + random.below(40) : 0;
        const value = at < lowUntil ? Math.floor(stand / 40) : Math.max(0, stand - tremble);
        readings.push({ ...sampled, metric: device.meter?.metric ?? '', value });
        continue;
      }
      for (const metric of ['affluenceIn', 'affluenceOut'])
        readings.push(...countsOf(random, device, metric, at, habit, habit === 'late split' && at < begin + 40 * step));
    }
    return readings;
  });
}

/** Metrics of air sensors with their ranges. */
const samples = [
  ['co2', 400, 1100],
  ['temperature', 14, 17],
  ['humidity', 10, 75],
  ['tvoc', 100, 3200],
  ['pm25', 0, 70],
  ['pm10', 0, 190],
  ['hcho', 0, 0.25],
  ['luminosity', 0, 800],
  ['pressure', 950, 90],
] as const;

/** Generates everything a camera can send: queue, abandons, visits and visitors; most send groups, some tags. */
function sightingsOf(random: Random, device: Device, at: Instant): TestReading[] {
  const base = { device: device.id, at, interval: device.interval };
  const followsTags = device.id % 2 === 0;
  const kinds = ['dwell', 'dwellAbandon', 'dwellWalkthrough', 'waitingTime', ...(followsTags ? ['uwbDwell'] : [])];
  const stays = kinds.flatMap((metric) => {
    const visits = random.below(3);
    return visits === 0 ? [] : [{ ...base, metric, value: 30 + random.below(300), weight: visits }];
  });
  return [
    { ...base, metric: 'queueLength', value: random.below(6) },
    { ...base, metric: 'queueAffluenceIn', value: random.below(4) },
    { ...base, metric: 'queueAffluenceOut', value: random.below(4) },
    { ...base, metric: 'queueAbandon', value: random.below(2) },
    ...(device.id % 3 === 0 ? [] : [{ ...base, metric: 'numberOfGroups', value: random.below(3) }]),
    ...stays,
    ...(followsTags ? ['uwbAffluenceIn', 'uwbAffluenceOut'] : []).map((metric) => ({
      ...base,
      metric,
      value: random.below(3),
    })),
    ...(random.chance(0.3) ? [{ ...base, metric: 'uniqueVisitors', value: 1, visitor: `v${random.below(60)}` }] : []),
  ];
}

function countsOf(
  random: Random,
  device: Device,
  metric: string,
  at: Instant,
  habit: string,
  isEarly: boolean,
): TestReading[] {
  const [female, male] = [random.below(4), random.below(3)];
  const base = { device: device.id, metric, at, interval: device.interval };
  // A person of unknown gender: the total exceeds the sum of its split.
  const total = { ...base, value: female + male + random.below(2) };
  if (!device.reportsZero && total.value === 0) return [];
  if (habit === 'total' || isEarly) return [total];
  const split = [
    { ...base, value: female, descriptors: 'gender=female' },
    { ...base, value: male, descriptors: 'gender=male' },
  ];
  return habit === 'both' ? [total, ...split] : split;
}
