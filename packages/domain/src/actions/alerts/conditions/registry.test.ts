import { aDoor, anAirSensor, aPad, aPassage, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, it } from 'vitest';
import type { DeviceId, EventId, PassageId, ZoneId } from '../../../core/index.ts';
import { findMetric } from '../../../numbers/index.ts';
import { buildRule, findWatchedDevices } from './build-rule.ts';
import { type AlertCondition, conditionTypes, emptyCondition, toPlaceKey } from './condition.ts';
import { getConditionType, isConditionTypeName } from './registry.ts';

const site = aSite(1, {
  zones: [aZone(7)],
  passages: [aDoor(11, null, 7), aDoor(12, null, 7, { removedAt: 1 }), aPassage(13, [], { footfallOf: 7 as ZoneId })],
  devices: [aPad(21, 11), aPad(22, 11, { removedAt: 1 }), anAirSensor(31, 7)],
});
const facts = { site, eventLimit: 120 };

const filled = (name: AlertCondition['type'], changes: Partial<AlertCondition> = {}): AlertCondition => ({
  ...emptyCondition(name),
  zoneId: 7 as ZoneId,
  eventId: 1 as EventId,
  direction: 'out',
  value: 5,
  min: 2,
  max: 8,
  padStatusCodes: ['internetLost'],
  metric: 'affluenceIn',
  deviation: 'percentAbove',
  interval: 900,
  ...changes,
});

const placesOf = (condition: AlertCondition) =>
  getConditionType(condition.type)
    .watches(condition, facts)
    .map(({ place }) => toPlaceKey(place));

describe('the types of conditions', () => {
  it.each(conditionTypes)('%s reads metrics there are, of places of the site', (name) => {
    const condition = filled(name);
    const type = getConditionType(name);
    expect(type.type).toBe(name);
    expect(isConditionTypeName(name)).toBe(true);
    expect(findMetric(type.metric(condition))).toBeDefined();
    const watches = type.watches(condition, facts);
    expect(watches.length).toBeGreaterThan(0);
    for (const { metrics } of watches) for (const metric of metrics) expect(findMetric(metric)).toBeDefined();
    expect(buildRule(condition, facts)).toMatchObject({ comparison: type.comparison, isSum: type.isSum });
  });

  it.each([
    ['limit of a zone', filled('limit'), ['zone 7']],
    ['flux of a zone', filled('flux'), ['zone 7']],
    [
      'flux of passages',
      filled('flux', { zoneId: null, passageIds: [11 as PassageId, 13 as PassageId] }),
      ['passage 11', 'passage 13'],
    ],
    ['an intrusion anywhere: the doors there are', filled('intrusion'), ['passage 11']],
    ['an intrusion at a door', filled('intrusion', { passageIds: [11 as PassageId] }), ['passage 11']],
    ['the status of every device there is', filled('status'), ['device 21', 'device 31']],
    ['the status of a kind of device', filled('status', { kinds: ['pad'] }), ['device 21']],
    ['the status of a device', filled('status', { kinds: ['pad'], padIds: [31 as DeviceId] }), ['device 31']],
    ['Stop&Go of the whole site', filled('stopAndGo'), [`site ${site.installationId}`]],
    ['what is expected of a zone', filled('expected'), ['zone 7']],
    ['what is expected of the whole site', filled('expected', { zoneId: null }), [`site ${site.installationId}`]],
    ['a limit of any metric of a zone', filled('threshold'), ['zone 7']],
    ['a limit of the whole site', filled('threshold', { zoneId: null }), [`site ${site.installationId}`]],
    ['a zone nobody chose', filled('CO2', { zoneId: null }), []],
  ])('%s', (_what, condition, places) => {
    expect(placesOf(condition)).toEqual(places);
  });

  it.each([
    ['CO2', { min: null, max: 5 }, { min: null, max: 4 }, { endValue: 4 }],
    ['comfortScale', { min: 5, max: null }, { min: 5, max: null }, {}],
    ['temperature', { min: 2, max: 8 }, { min: 2, max: 7 }, { endMax: 7 }],
    ['humidity', { min: null, max: 8 }, { min: null, max: 8 }, { min: null, endMin: 3 }],
    ['intrusion', { min: null, max: 0 }, { min: null, max: 0 }, {}],
    ['expected', { min: null, max: 5 }, { min: null, max: 5 }, {}],
    ['expected', { min: -5, max: null }, { min: -3, max: null }, { deviation: 'percentBelow', endValue: 3 }],
    ['expected', { min: -1, max: 1 }, { min: -0.8, max: 0.8 }, { deviation: 'outsideRange' }],
    ['expected', { min: null, max: 1 }, { min: null, max: 0.8 }, { deviation: 'aboveRange' }],
    ['expected', { min: -1, max: null }, { min: -0.8, max: null }, { deviation: 'belowRange' }],
    ['threshold', { min: 2, max: 8 }, { min: 3, max: 8 }, { endMin: 3 }],
    ['threshold', { min: null, max: 8 }, { min: null, max: 7 }, { min: null, endMax: 7 }],
    ['stopAndGo', { min: null, max: 120 }, { min: null, max: 120 }, {}],
  ] as const)('%s fires beyond %o and ends within %o', (name, fires, ends, changes) => {
    expect(buildRule(filled(name, changes), facts)).toMatchObject({ fires, ends });
  });

  it('says "no data" after three intervals, its own or those of its sensors, and after a quarter of an hour at least', () => {
    expect(buildRule(filled('CO2'), facts)?.silentAfter).toBe(15 * 60_000);
    expect(buildRule(filled('flux'), facts)?.silentAfter).toBe(45 * 60_000);
    const seldom = { ...facts, site: { ...site, devices: [anAirSensor(31, 7, { interval: 900 })] } };
    expect(buildRule(filled('CO2'), seldom)?.silentAfter).toBe(45 * 60_000);
  });

  it('has no rule without the number it is judged by', () => {
    expect(buildRule(filled('stopAndGo'), { site, eventLimit: null })).toBeNull();
    expect(buildRule(filled('CO2', { value: null }), facts)).toBeNull();
    expect(buildRule(filled('expected', { value: null }), facts)).toBeNull();
    expect(buildRule(filled('temperature', { min: null, max: null }), facts)).toBeNull();
  });

  it('may limit energy, water, cost, air, sales and rates, but no running total, status or setting', () => {
    const ids =
      getConditionType('threshold')
        .metrics?.()
        .map(({ id }) => id) ?? [];
    const offered = ['electricityConsumption', 'waterConsumption', 'electricityCost', 'tvoc', 'pm25', 'turnover'];
    expect(ids).toEqual(expect.arrayContaining([...offered, 'conversionRate', 'occupancy', 'comfortScore']));
    for (const id of ['electricityConsumptionOnDay', 'deviceStatus', 'limit']) expect(ids).not.toContain(id);
  });

  it('does not judge half of a sum by its lower limit', () => {
    expect(buildRule(filled('threshold'), facts)?.minCoverage).toBe(0.9);
    expect(buildRule(filled('CO2'), facts)?.minCoverage).toBe(0.5);
  });

  it('watches the meters of the metric, at their zone', () => {
    const meter = (id: number, metric: string) =>
      anAirSensor(id, 7, { kind: 'meter', meter: { metric, descriptors: {}, rollover: null } });
    const metered = {
      ...site,
      devices: [...site.devices, meter(41, 'electricityConsumption'), meter(42, 'waterConsumption')],
    };
    const [watch] = getConditionType('expected').watches(
      filled('expected', { metric: 'electricityConsumption' }),
      facts,
    );
    if (watch === undefined) throw new Error('nothing is watched');
    expect(findWatchedDevices(metered, watch)).toEqual([41]);
  });

  it('is judged as often as its own sensors report, whatever meters are in the zone', () => {
    const meter = anAirSensor(41, 7, {
      kind: 'meter',
      meter: { metric: 'heatConsumption', descriptors: {}, rollover: null },
      interval: 3600,
    });
    const beside = { ...facts, site: { ...site, devices: [anAirSensor(31, 7, { interval: 900 }), meter] } };
    expect(buildRule(filled('CO2'), beside)?.silentAfter).toBe(45 * 60_000);
  });

  it('judges flux in the direction asked for', () => {
    expect(getConditionType('flux').metric(filled('flux'))).toBe('affluenceOut');
    expect(getConditionType('flux').metric(filled('flux', { direction: 'in' }))).toBe('affluenceIn');
  });
});
