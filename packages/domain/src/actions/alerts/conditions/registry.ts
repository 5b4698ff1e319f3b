import { granularity } from '../../../core/index.ts';
import { getExpectedMethod } from '../../../numbers/expected/index.ts';
import { findMetric, type Metric, metrics } from '../../../numbers/index.ts';
import { silentShare } from '../../../pages/index.ts';
import type { Bounds } from '../engine/rule.ts';
import { type AlertCondition, type ConditionTypeName, conditionTypes } from './condition.ts';
import type { ConditionType, FieldSpec, SiteFacts, ValueSpec, Watch } from './condition-type.ts';

type OfZone = Pick<ConditionType, 'type'> & {
  readonly metric: string;
  readonly values: ValueSpec;
  /** Seconds. */
  readonly interval: number;
  readonly comparison: 'above' | 'below' | 'outside';
  /** Overrides the metric's own aggregation. */
  readonly aggregation?: 'MAX';
  /** Whether single sensors of the zone can be selected. */
  readonly hasSensors?: true;
};

const bounds = { above: aboveValue, below: belowValue, outside: outsideRange } as const;

const inUnit = () => 'value' as const;

/** Builds a type that judges one metric of one zone. */
function defineZoneType({ metric, aggregation, hasSensors, values, interval, ...type }: OfZone): ConditionType {
  return {
    ...type,
    fields: [
      required('zoneId'),
      ...(hasSensors ? [{ name: 'deviceAtmosphereIds', isRequired: false } as const] : []),
      required(type.comparison === 'outside' ? 'range' : 'value'),
    ],
    values: () => values,
    measure: inUnit,
    metric: () => metric,
    interval: () => interval,
    isSum: false,
    hours: 'asked',
    silence: 'noData',
    watches: (condition) => buildZoneWatch(condition, [metric], aggregation ?? null),
    bounds: bounds[type.comparison],
  };
}

const required = (name: FieldSpec['name']): FieldSpec => ({ name, isRequired: true });

function buildZoneWatch(
  { zoneId, deviceAtmosphereIds }: AlertCondition,
  metrics: readonly string[],
  aggregation: Watch['aggregation'] = null,
): readonly Watch[] {
  if (zoneId === null) return [];
  return [{ place: { kind: 'zone', id: zoneId }, metrics, aggregation, deviceIds: deviceAtmosphereIds }];
}

interface FiresAndEnds {
  readonly fires: Bounds;
  readonly ends: Bounds;
}

/** Fires above `value`, until no longer above `endValue`. */
function aboveValue({ value, endValue }: AlertCondition): FiresAndEnds | null {
  if (value === null) return null;
  return { fires: { min: null, max: value }, ends: { min: null, max: endValue ?? value } };
}

/** Fires below `value`, until no longer below `endValue`. */
function belowValue({ value, endValue }: AlertCondition): FiresAndEnds | null {
  if (value === null) return null;
  return { fires: { min: value, max: null }, ends: { min: endValue ?? value, max: null } };
}

/** Fires outside `min` and `max`, one of which may be open, until within `endMin` and `endMax`. */
function outsideRange({ min, max, endMin, endMax }: AlertCondition): FiresAndEnds | null {
  if (min === null && max === null) return null;
  return {
    fires: { min, max },
    ends: { min: min === null ? null : (endMin ?? min), max: max === null ? null : (endMax ?? max) },
  };
}

/** People in a zone above the rule's limit: the maximum per minute. */
const limit = defineZoneType({
  type: 'limit',
  metric: 'inside',
  aggregation: 'MAX',
  comparison: 'above',
  values: { min: 0, max: 1_000_000, step: 1, usual: 100 },
  interval: 60,
});

/** People per square metre of a zone, on average over five minutes. */
const density = defineZoneType({
  type: 'density',
  metric: 'density',
  comparison: 'above',
  values: { min: 0, max: 20, step: 0.01, usual: 0.72 },
  interval: 300,
});

/** People per metre of a queue, on average over five minutes. */
const linearDensity = defineZoneType({
  type: 'linearDensity',
  metric: 'linearDensity',
  comparison: 'above',
  values: { min: 0, max: 20, step: 0.01, usual: 2 },
  interval: 300,
});

/** Area per person in a zone below the limit. An empty zone has no value, and so no alert. */
const reverseDensity = defineZoneType({
  type: 'reverseDensity',
  metric: 'reverseDensity',
  comparison: 'below',
  values: { min: 0, max: 1000, step: 0.01, usual: 1.39 },
  interval: 300,
});

/** Mean waiting time of people served in a quarter of an hour. */
const waitingTime = defineZoneType({
  type: 'waitingTime',
  metric: 'waitingTime',
  comparison: 'above',
  values: { min: 0, max: 86_400, step: 1, usual: 300 },
  interval: 900,
});

/** CO₂ in a zone: the mean of its sensors per five minutes. */
const co2 = defineZoneType({
  type: 'CO2',
  metric: 'co2',
  comparison: 'above',
  values: { min: 0, max: 10_000, step: 10, usual: 1000 },
  interval: 300,
  hasSensors: true,
});

/** Temperature of a zone outside a range: the mean of its sensors per five minutes. */
const temperature = defineZoneType({
  type: 'temperature',
  metric: 'temperature',
  comparison: 'outside',
  values: { min: -50, max: 80, step: 0.5, usual: [18, 26] },
  interval: 300,
  hasSensors: true,
});

/** Humidity of a zone outside a range: the mean of its sensors per five minutes. */
const humidity = defineZoneType({
  type: 'humidity',
  metric: 'humidity',
  comparison: 'outside',
  values: { min: 0, max: 100, step: 0.5, usual: [30, 60] },
  interval: 300,
  hasSensors: true,
});

/** Comfort score of a zone, 5 (best) to 1 (worst), by the organization's bands. */
const comfortScale = defineZoneType({
  type: 'comfortScale',
  metric: 'comfortScore',
  comparison: 'below',
  values: { min: 1, max: 5, step: 1, usual: 3 },
  interval: 900,
});

/** People entering or leaving a zone, or going along single passages, per quarter of an hour. */
const flux: ConditionType = {
  type: 'flux',
  fields: [
    { name: 'zoneId', isRequired: false },
    { name: 'passageIds', isRequired: false },
    required('direction'),
    required('value'),
  ],
  comparison: 'above',
  values: () => ({ min: 0, max: 1_000_000, step: 1, usual: 100 }),
  measure: inUnit,
  metric: ({ direction }) => (direction === 'out' ? 'affluenceOut' : 'affluenceIn'),
  interval: () => 900,
  isSum: true,
  hours: 'asked',
  silence: 'noData',
  watches(condition) {
    const metrics = [flux.metric(condition)];
    if (condition.zoneId !== null) return buildZoneWatch(condition, metrics);
    return condition.passageIds.map((id) => ({
      place: { kind: 'passage', id },
      metrics,
      aggregation: null,
      deviceIds: [],
    }));
  },
  bounds: aboveValue,
};

/**
 * Fires when the people in the whole site reach an event's limit, at the same moment as its screens say STOP. Follows
 * changes of the limit.
 */
const stopAndGo: ConditionType = {
  type: 'stopAndGo',
  fields: [required('eventId')],
  comparison: 'reached',
  values: () => null,
  measure: inUnit,
  metric: () => 'inside',
  interval: () => 60,
  isSum: false,
  hours: 'asked',
  silence: 'noData',
  watches: (_condition, { site }) => [
    { place: { kind: 'site', id: site.installationId }, metrics: ['inside'], aggregation: 'MAX', deviceIds: [] },
  ],
  bounds(_condition, { eventLimit }) {
    if (eventLimit === null) return null;
    const reached = { min: null, max: eventLimit };
    return { fires: reached, ends: reached };
  },
};

const crossed = { min: null, max: 0 };

/** Any crossing of a passage, in either direction, while the site is closed. */
const intrusion: ConditionType = {
  type: 'intrusion',
  fields: [{ name: 'passageIds', isRequired: false }],
  comparison: 'above',
  values: () => null,
  measure: inUnit,
  metric: () => 'affluenceIn',
  interval: () => 300,
  isSum: true,
  hours: 'closed',
  silence: 'noData',
  watches({ passageIds }, { site }) {
    const watched = site.passages.filter(
      ({ id, ends, removedAt }) =>
        ends.length > 0 && removedAt === undefined && (passageIds.length === 0 || passageIds.includes(id)),
    );
    return watched.map(({ id }) => ({
      place: { kind: 'passage', id },
      metrics: ['affluenceIn', 'affluenceOut'],
      aggregation: null,
      deviceIds: [],
    }));
  },
  bounds: () => ({ fires: crossed, ends: crossed }),
};

const inOneOfThem = { min: null, max: 0 };

/**
 * Status of devices: 1 while a device has one of the selected statuses, else 0. The last reported status counts. After
 * two reporting intervals without a reading, the status is "connection lost".
 */
const status: ConditionType = {
  type: 'status',
  fields: [{ name: 'padIds', isRequired: false }, { name: 'kinds', isRequired: false }, required('padStatusCodes')],
  comparison: 'above',
  values: () => null,
  measure: inUnit,
  metric: () => 'deviceStatus',
  interval: () => 300,
  isSum: false,
  hours: 'asked',
  silence: 'counts',
  watches({ padIds, kinds }, { site }) {
    const watched = site.devices.filter(({ id, kind, removedAt }) => {
      if (removedAt !== null) return false;
      if (padIds.length > 0) return padIds.includes(id);
      return kinds.length === 0 || kinds.includes(kind);
    });
    return watched.map(({ id }) => ({
      place: { kind: 'device', id },
      metrics: ['deviceStatus'],
      aggregation: null,
      deviceIds: [id],
    }));
  },
  bounds: () => ({ fires: inOneOfThem, ends: inOneOfThem }),
};

const percents: ValueSpec = { min: 5, max: 1000, step: 5, usual: 20 };

/** Half widths of the range at which a value is no longer beyond it, so that it does not flicker at the edge. */
const endsAt = 0.8;

/** Returns the same distance from what is usual on the sides that a deviation watches. */
function boundsAt({ deviation }: AlertCondition, distance: number): Bounds {
  const isAbove = deviation !== 'belowRange' && deviation !== 'percentBelow';
  const isBelow = deviation !== 'aboveRange' && deviation !== 'percentAbove';
  return { min: isBelow ? -distance : null, max: isAbove ? distance : null };
}

/**
 * Any metric of a zone, or of the whole site, compared with its expected value: beyond the usual range, or by a share of
 * the expected value. Fires after two intervals in a row.
 */
const expected: ConditionType = {
  type: 'expected',
  fields: [
    required('metric'),
    { name: 'zoneId', isRequired: false },
    required('interval'),
    required('deviation'),
    required('value'),
  ],
  comparison: 'above',
  values: ({ deviation }) => (isInPercent(deviation) ? percents : null),
  measure: ({ deviation }) => (isInPercent(deviation) ? 'percent' : 'halfWidths'),
  metric: ({ metric }) => metric ?? 'affluenceIn',
  metrics: listExpectedMetrics,
  interval: ({ interval }) => interval ?? granularity.hour,
  // A sum that has passed its range may still be one of too few sensors.
  isSum: false,
  hours: 'asked',
  silence: 'noData',
  watches: (condition, { site }) => watchChosen(condition, site, expected.metric(condition)),
  bounds(condition) {
    const { deviation, value, endValue } = condition;
    if (deviation === null) return null;
    if (!isInPercent(deviation)) return { fires: boundsAt(condition, 1), ends: boundsAt(condition, endsAt) };
    return value === null ? null : { fires: boundsAt(condition, value), ends: boundsAt(condition, endValue ?? value) };
  },
};

const isInPercent = (deviation: AlertCondition['deviation']) =>
  deviation === 'percentAbove' || deviation === 'percentBelow';

/** Watches a metric in the condition's zone, or in the whole site. */
function watchChosen(condition: AlertCondition, site: SiteFacts['site'], metric: string): readonly Watch[] {
  if (condition.zoneId !== null) return buildZoneWatch(condition, [metric]);
  return [{ place: { kind: 'site', id: site.installationId }, metrics: [metric], aggregation: null, deviceIds: [] }];
}

/** Any metric of a zone, or of the whole site, outside limits in its own unit. */
const threshold: ConditionType = {
  type: 'threshold',
  fields: [required('metric'), { name: 'zoneId', isRequired: false }, required('interval'), required('range')],
  comparison: 'outside',
  values(condition) {
    const decimals = findMetric(threshold.metric(condition))?.decimals ?? 0;
    return { min: -1e9, max: 1e9, step: 10 ** -decimals, usual: [0, 100] };
  },
  measure: inUnit,
  metric: ({ metric }) => metric ?? 'electricityConsumption',
  metrics: listThresholdMetrics,
  interval: ({ interval }) => interval ?? granularity.hour,
  isSum: false,
  // Half of a sum would be below its lower limit.
  minCoverage: 1 - silentShare,
  hours: 'asked',
  silence: 'noData',
  watches: (condition, { site }) => watchChosen(condition, site, threshold.metric(condition)),
  bounds: outsideRange,
};

const types: Readonly<Record<ConditionTypeName, ConditionType>> = {
  CO2: co2,
  flux,
  humidity,
  intrusion,
  limit,
  status,
  stopAndGo,
  temperature,
  waitingTime,
  reverseDensity,
  comfortScale,
  density,
  linearDensity,
  expected,
  threshold,
};

export const getConditionType = (name: ConditionTypeName): ConditionType => types[name];

export const isConditionTypeName = (name: string): name is ConditionTypeName =>
  (conditionTypes as readonly string[]).includes(name);

/** Returns the metrics that may be compared with their expected value. Running totals are not: their intervals are. */
function listExpectedMetrics(): readonly Metric[] {
  return metrics.filter((metric) => metric.kind !== 'total' && getExpectedMethod(metric) !== null);
}

/** Returns the metrics that may have limits: not settings, codes, or running totals. */
function listThresholdMetrics(): readonly Metric[] {
  return metrics.filter(
    ({ kind, expression }) => kind !== 'total' && kind !== 'status' && expression.type !== 'setting',
  );
}
