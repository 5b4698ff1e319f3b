import type { Instant } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Random } from '@atrium/testkit/chance';
import { addDescriptors } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { randomStream } from '@atrium/testkit/sites';

/**
 * Two sites whose clocks change on 2026-03-29, one of them at midnight, with sensors of every kind, a door that leads
 * elsewhere from one day on, and tariffs that change.
 */
export const awkwardSites = `organization: { name: Clients }
installations:
  - key: arcades
    name: Arcades
    timezone: Europe/Zurich
    country: CH
    currency: CHF
    area: 900
    shopId: "1"
    openingHours: { mon-fri: ["08:00-18:30"], sat: ["09:00-02:00"], reset: true }
    closedDates: ["2026-03-30"]
    tariffs:
      - { kind: electricity, validTo: 2026-03-29, price: 0.31, lowPrice: 0.24, lowHours: { mon-thu: ["22:00-06:00"] } }
      - { kind: electricity, validFrom: 2026-03-29, price: 0.35, standingPerMonth: 12.5 }
    zones:
      - key: mall
        area: 800
        limit: 40
        zones:
          - { key: north, area: 300, limit: 20, queueLength: 6, zones: [{ key: shop, area: 40, limit: 9 }] }
          - { key: south, area: 200 }
    passages:
      - { key: front, from: outside, to: mall }
      - key: back
        ends:
          - { from: outside, to: north, validTo: "2026-03-28T12:00:00+01:00" }
          - { from: outside, to: south, validFrom: "2026-03-28T12:00:00+01:00" }
      - { key: inner, from: mall, to: shop }
      - { key: street, footfallOf: mall }
    devices:
      - { serial: A-FRONT, kind: pad, passage: front, interval: 900 }
      - { serial: A-BACK, kind: pad, passage: back, interval: 900, reportsZero: false }
      - { serial: A-INNER, kind: pad, passage: inner, interval: 900 }
      - { serial: A-STREET, kind: pad, passage: street, interval: 900 }
      - { serial: A-AIR, kind: atmosphere, zone: shop, interval: 900 }
      - { serial: A-AIR-2, kind: atmosphere, zone: south, interval: 900 }
      - { serial: A-CAM, kind: camera, zone: north, interval: 900 }
      - { serial: A-EL, kind: meter, zone: mall, metric: electricityConsumption, origin: grid, interval: 900 }
      - { serial: A-WATER, kind: meter, zone: south, metric: waterConsumption, temperature: hot, interval: 900 }
    events:
      - { name: Always, neverEnding: true, metrics: [affluenceIn, inside, co2, electricityConsumption] }
  - key: pier
    name: Pier
    timezone: Asia/Beirut
    country: LB
    changeOfDay: "02:30"
    openingHours: always
    zones: [{ key: deck, area: 120, limit: 12 }]
    passages: [{ key: ramp, from: outside, to: deck }]
    devices:
      - { serial: P-RAMP, kind: pad, passage: ramp, interval: 900 }
      - { serial: P-AIR, kind: atmosphere, zone: deck, interval: 900 }
    events:
      - { name: Always, neverEnding: true, metrics: [affluenceIn, co2] }
`;

export const firstDay = '2026-03-26';
export const dayCount = 6;

/** What sensors of sites send in the course of time, with silences, late readings and corrections. */
export interface Deliveries {
  /** Returns what is sent up to an instant and was not returned before. */
  until(now: Instant): readonly TestReading[];
}

/** Plans what the sensors send. A tenth of the counts is wrong at first, and a twentieth of all readings is late. */
export function planDeliveries(random: Random, sites: readonly Topology[]): Deliveries {
  const from = Date.parse(`${firstDay}T00:00:00Z`) - 6 * 3_600_000;
  const all = sites.flatMap((site) =>
    randomStream(random, site, from, from + (dayCount + 1) * 86_400_000).flatMap((one) => addDescriptors(one, site)),
  );
  const due = all.map((reading) => {
    const end = reading.at + Math.max(1, reading.interval ?? 0) * 1000;
    return { reading, at: random.chance(0.05) ? end + random.below(72) * 3_600_000 : end };
  });
  const mistaken = due
    .filter(({ reading }) => reading.metric.startsWith('affluence') && random.chance(0.1))
    .map(({ reading, at }) => ({ at: at + random.below(40) * 3_600_000, reading, sent: at }));
  const wrong = new Map(mistaken.map(({ reading, sent }) => [reading, sent]));
  let until = Number.NEGATIVE_INFINITY;
  return {
    until(now) {
      const isNew = ({ at }: { readonly at: Instant }) => until < at && at <= now;
      const sent = due
        .filter(isNew)
        .map(({ reading }) => (wrong.has(reading) ? { ...reading, value: reading.value + 3 } : reading));
      const corrected = mistaken.filter(isNew).map(({ reading }) => reading);
      until = Math.max(until, now);
      return [...random.shuffled(sent), ...corrected];
    },
  };
}
