import { aDoor, aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBuckets, granularity, startOfSiteDay, type ZoneId } from '../../core/index.ts';
import { metrics } from '../../numbers/index.ts';
import {
  countRows,
  exportDataTypes,
  exportGranularities,
  findDataType,
  listExportMetrics,
  listExportPlaces,
  listExportTargets,
  parseExportRequest,
  type RawExportRequest,
  sliceSpan,
} from './index.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
const at = (text: string) => Date.parse(text);

describe('what is exported', () => {
  it('K01 is counting first, with people who come, go and are inside', () => {
    expect(exportDataTypes[0]).toBe('counting');
    expect(listExportMetrics('counting', 'zone').map(({ id }) => id)).toEqual([
      'affluenceIn',
      'affluenceOut',
      'inside',
    ]);
    expect(listExportMetrics('counting', 'passage').map(({ id }) => id)).toEqual(['affluenceIn', 'affluenceOut']);
    expect(listExportMetrics('air', 'zone').map(({ id }) => id)).toContain('co2');
    expect(listExportMetrics('energy', 'zone').map(({ id }) => id)).toEqual([
      'electricityConsumption',
      'electricityProduction',
      'heatConsumption',
      'heatProduction',
      'waterConsumption',
      'combustibleConsumption',
      'electricityCost',
      'electricityRevenue',
      'heatCost',
      'waterCost',
      'combustibleCost',
    ]);
    expect(listExportMetrics('sales', 'zone').map(({ id }) => id)).toContain('turnover');
  });

  it('of passages contains crossings', () => {
    expect(exportDataTypes.filter((type) => listExportTargets(type).includes('passage'))).toEqual(['counting']);
    for (const type of exportDataTypes) expect(listExportTargets(type)).toContain('zone');
  });

  it('is found by a metric it contains', () => {
    expect(findDataType('affluenceIn')).toBe('counting');
    expect(findDataType('temperature')).toBe('air');
    expect(findDataType('no metric')).toBeNull();
    for (const { id } of metrics) {
      const type = findDataType(id);
      if (type !== null) expect(listExportMetrics(type, 'zone').map((metric) => metric.id)).toContain(id);
    }
  });
});

describe('a request', () => {
  const raw: RawExportRequest = {
    dataType: 'counting',
    target: 'zone',
    installationId: 3,
    zoneIds: [9, 2, 9],
    includeSubZones: true,
    from: at('2026-11-16T00:00:00+01:00'),
    to: at('2026-11-23T00:00:00+01:00'),
    granularity: 900,
    userIds: [5, 4],
  };

  it('is read in one form, as a spreadsheet unless said otherwise', () => {
    expect(parseExportRequest(raw)).toEqual({
      ok: true,
      value: { ...raw, zoneIds: [2, 9], userIds: [4, 5], format: 'xlsx' },
    });
  });

  it.for<[field: string, wrong: Partial<RawExportRequest>]>([
    ['target', { target: 'passage', dataType: 'air' }],
    ['granularity', { granularity: 300 }],
    ['zoneIds', { zoneIds: [] }],
    ['userIds', { userIds: [] }],
    ['userIds', { userIds: Array.from({ length: 51 }, (_, one) => one + 1) }],
    ['to', { to: raw.from }],
    ['to', { to: Number.NaN }],
    ['to', { to: raw.from + 3654 * 86_400_000 }],
  ])('K01 is refused by its %s: %j', ([field, wrong]) => {
    expect(parseExportRequest({ ...raw, ...wrong })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field } });
  });

  it('for a preview needs no recipients', () => {
    expect(parseExportRequest({ ...raw, userIds: [] }, { mayLackRecipients: true }).ok).toBe(true);
  });
});

describe('places', () => {
  // A hall with a shop that has a corner, and a court beside the hall.
  const site = aSite(1, {
    zones: [aZone(1), aZoneWithin(2, [1]), aZoneWithin(3, [2]), aZone(4), aZoneWithin(5, [1, 4])],
    passages: [aDoor(1, null, 1), aDoor(2, 1, 2), aDoor(3, null, 4)],
  });
  const places = (zoneIds: readonly number[], includeSubZones: boolean, target: 'zone' | 'passage' = 'zone') => {
    const found = listExportPlaces(site, { target, zoneIds: zoneIds as readonly ZoneId[], includeSubZones });
    return found.ok ? found.value.map(({ id }) => id) : found.error.code;
  };

  it('are the zones, and with sub-zones those inside, each once', () => {
    expect(places([1], false)).toEqual([1]);
    expect(places([1], true)).toEqual([1, 2, 3, 5]);
    expect(places([4, 1], true)).toEqual([1, 2, 3, 5, 4]);
    expect(places([3, 2], false)).toEqual([2, 3]);
  });

  it('are the passages at a boundary of one of the zones', () => {
    expect(places([2], false, 'passage')).toEqual([2]);
    expect(places([1], true, 'passage')).toEqual([1, 2]);
    expect(places([3], false, 'passage')).toBe('BAD_INPUT');
  });

  it('of another site are not found', () => {
    expect(places([1, 77], true)).toBe('NOT_FOUND');
  });
});

describe('slices', () => {
  const width = fc.constantFrom(...exportGranularities);
  const zone = fc.constantFrom(
    zurich,
    { timezone: 'Asia/Kathmandu', changeOfDay: '04:00' },
    { timezone: 'Australia/Lord_Howe', changeOfDay: '00:00' },
    { timezone: 'America/New_York', changeOfDay: '02:30' },
  );

  it('cover the time without gap or overlap, and cut no row', () => {
    fc.assert(
      fc.property(
        zone,
        width,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        (calendar, wide, first, days, places) => {
          const from = startOfSiteDay(calendar, dateAfter(first));
          const span = { from, to: startOfSiteDay(calendar, dateAfter(first + days)) };
          const slices = [...sliceSpan(calendar, span, wide, places)];
          expect(slices[0]?.from).toBe(span.from);
          expect(slices.at(-1)?.to).toBe(span.to);
          for (const [index, slice] of slices.entries()) if (index > 0) expect(slice.from).toBe(slices[index - 1]?.to);
          const labels = slices.flatMap((slice) => buildBuckets(calendar, slice, wide).labels);
          expect(labels).toEqual(buildBuckets(calendar, span, wide).labels);
          expect(countRows(calendar, span, wide, places).rows).toBe(labels.length * places);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.for<[name: string, from: string, to: string, rows: number]>([
    ['a day', '2026-11-16T00:00:00+01:00', '2026-11-17T00:00:00+01:00', 96],
    ['the day of 23 hours', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 92],
    ['the day of 25 hours', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 100],
  ])('of %s count its quarters', ([, from, to, rows]) => {
    expect(countRows(zurich, { from: at(from), to: at(to) }, granularity.quarter, 1)).toEqual({
      days: 1,
      buckets: rows,
      perDay: 96,
      places: 1,
      rows,
    });
  });
});

const dateAfter = (days: number) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
