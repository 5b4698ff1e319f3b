import {
  type FoldedNumber,
  foldDuration,
  foldLess,
  foldOne,
  foldPerArea,
  foldRatio,
  foldShare,
} from './folding/folds.oracle.ts';
import { foldScores } from './folding/scores.oracle.ts';
import * as measure from './measures.oracle.ts';
import * as presence from './presence.oracle.ts';
import * as sensors from './sensors.oracle.ts';

/** The measures of a metric, and how their values become its number. */
export interface MetricDefinition {
  readonly sides: readonly measure.Measure[];
  readonly fold: (sides: readonly (readonly measure.Measured[])[], fold: string) => FoldedNumber;
  /** Whether it is a ratio of sums, with both sides complete together. */
  readonly isWhole?: true;
  /** Widest base interval of such a ratio, seconds: quarter-hours of counts, hours of states. */
  readonly widest?: 900 | 3600;
}

const of = (side: measure.Measure): MetricDefinition => ({
  sides: [side],
  fold: ([list], fold) => foldOne(list ?? [], fold),
});
const ratio = (upper: measure.Measure, lower: measure.Measure, scale = 1): MetricDefinition => ({
  sides: [upper, lower],
  fold: ([over, under], fold) => foldRatio(over ?? [], under ?? [], scale, fold, true),
  isWhole: true,
  widest: 900,
});
const less = (upper: measure.Measure, lower: measure.Measure): MetricDefinition => ({
  sides: [upper, lower],
  fold: ([over, under], fold) => foldLess(over ?? [], under ?? [], fold),
});
/** A ratio whose measure contains both sides. */
const share = (side: measure.Measure, scale = 1): MetricDefinition => ({
  sides: [side],
  fold: ([list], fold) => foldShare(list ?? [], scale, fold),
});
/** The same, of which both sides are compared together. */
const wholeShare = (side: measure.Measure, scale = 1): MetricDefinition => ({
  sides: [side],
  fold: ([list], fold) => foldShare(list ?? [], scale, fold),
  isWhole: true,
  widest: 3600,
});
const perArea = (side: measure.Measure): MetricDefinition => ({
  sides: [side, sensors.measureArea((world, part) => presence.findSetting(world, part, 'area'))],
  fold: ([sums, areas], fold) => foldPerArea(sums ?? [], areas ?? [], fold),
});
const scored = (...samples: readonly string[]): MetricDefinition => ({
  sides: samples.map((sample) => sensors.sampled(sample)),
  fold: (sides, fold) => foldScores(samples, sides, fold),
});
/** A mean that weights each reading by its number of visits; percentiles are those of all visits. */
const duration = (metric: string): MetricDefinition => ({
  sides: [measure.durations(metric), measure.counts(metric, ({ weight }) => weight ?? 1)],
  fold: ([over, under], fold) => foldDuration(over ?? [], under ?? [], fold),
});

const turnover = measure.sold((receipt) => receipt.turnover);
const orders = measure.sold((receipt) => (receipt.turnover > 0 ? 1 : 0));
const goods = measure.sold((receipt) => (receipt.turnover > 0 ? receipt.items : 0));
const entries = measure.flow('in');

export const samples = [
  'co2',
  'temperature',
  'humidity',
  'tvoc',
  'pm25',
  'pm10',
  'hcho',
  'luminosity',
  'pressure',
] as const;

export const meters = [
  'electricityConsumption',
  'electricityProduction',
  'heatConsumption',
  'heatProduction',
  'waterConsumption',
  'combustibleConsumption',
] as const;

const worths = { '': 'native', EnergyEquivalent: 'energy', Co2Equivalent: 'co2' } as const;
const sinces = { '': null, OnDay: 'day', OnInterval: 'range' } as const;

/** All meter metrics with their variants. */
export const meterMetrics: Readonly<Record<string, MetricDefinition>> = Object.fromEntries(
  meters.flatMap((meter) =>
    Object.entries(worths).flatMap(([equivalent, worth]) =>
      Object.entries(sinces).flatMap(([ending, since]) => {
        const plain = sensors.metered(meter, worth, since);
        return [
          [`${meter}${equivalent}${ending}`, of(plain)],
          [`${meter}PerSqm${equivalent}${ending}`, perArea(plain)],
        ];
      }),
    ),
  ),
);

/** Meter metrics by the metric of their cost. */
export const costs: Readonly<Record<string, string>> = {
  electricityCost: 'electricityConsumption',
  electricityRevenue: 'electricityProduction',
  heatCost: 'heatConsumption',
  waterCost: 'waterConsumption',
  combustibleCost: 'combustibleConsumption',
};

/** All metrics of money by tariffs. */
export const costMetrics: Readonly<Record<string, MetricDefinition>> = Object.fromEntries(
  Object.entries(costs).flatMap(([id, meter]) => [
    [id, of(sensors.costed(meter))],
    [`${id}PerSqm`, perArea(sensors.costed(meter))],
  ]),
);

export const catalogue: Readonly<Record<string, MetricDefinition>> = {
  affluenceIn: of(entries),
  affluenceOut: of(measure.flow('out')),
  affluenceInCorrected: of(presence.corrected('in')),
  affluenceOutCorrected: of(presence.corrected('out')),
  footfall: of(measure.passersBy),
  footfallCaptureRate: ratio(entries, measure.passersBy, 100),
  captureRate: ratio(entries, measure.passersByOrEntries, 100),
  popularity: ratio(entries, measure.topEntries, 100),
  femaleProportion: ratio(measure.flow('in', ['female']), measure.flow('in', ['female', 'male']), 100),
  refusals: of(presence.refusals),
  inside: of(presence.inside),
  insideCorrected: of(presence.insideCorrected),
  limit: of(presence.limit),
  occupancy: wholeShare(presence.occupancy, 100),
  density: share(presence.density),
  densityMax: share(presence.density),
  reverseDensity: share(presence.reverseDensity),
  linearDensity: share(presence.linearDensity),
  binaryOccupancy: wholeShare(presence.binaryOccupancy, 100),
  queueLength: of(presence.level('queueLength')),
  turnover: of(turnover),
  numberOfOrders: of(orders),
  numberOfGoodsSold: of(goods),
  avgBasketPrice: ratio(turnover, orders),
  avgBasketSize: ratio(goods, orders),
  salesConversion: ratio(orders, entries, 100),
  conversionRate: ratio(orders, entries, 100),
  salesIndex: ratio(turnover, entries),
  queueAffluenceIn: of(measure.counts('queueAffluenceIn')),
  queueAffluenceOut: of(measure.counts('queueAffluenceOut')),
  queueAbandon: of(measure.counts('queueAbandon')),
  abandonRate: ratio(measure.counts('queueAbandon'), measure.counts('queueAffluenceIn'), 100),
  numberOfGroups: of(measure.counts('numberOfGroups')),
  groupSize: ratio(measure.entriesWhere('numberOfGroups'), measure.counts('numberOfGroups')),
  dwell: duration('dwell'),
  dwellAbandon: duration('dwellAbandon'),
  dwellWalkthrough: duration('dwellWalkthrough'),
  waitingTime: duration('waitingTime'),
  uwbInside: of(presence.tagsInside),
  uwbAffluenceIn: of(measure.counts('uwbAffluenceIn')),
  uwbAffluenceOut: of(measure.counts('uwbAffluenceOut')),
  uwbDwell: duration('uwbDwell'),
  uniqueVisitors: of(measure.visitors),
  deviceStatus: of(sensors.statuses),
  ...Object.fromEntries(samples.map((sample) => [sample, of(sensors.sampled(sample))])),
  ...Object.fromEntries(
    samples.filter((sample) => sample !== 'pressure').map((sample) => [`${sample}Score`, scored(sample)]),
  ),
  comfortScore: scored('temperature', 'humidity', 'co2', 'tvoc'),
  ...meterMetrics,
  ...costMetrics,
};

/** Groupings that split a metric: labels with what they count. */
export const parts: Readonly<Record<string, Readonly<Record<string, MetricDefinition>>>> = {
  VISITORS: { visitors: of(entries), passersBy: less(measure.passersBy, entries) },
  LIMIT: { below: less(entries, presence.refusals), reached: of(presence.refusals) },
  STATUS: {
    isOperationnal: share(presence.inCode(0), 100),
    internetLost: share(presence.inCode(1), 100),
    padsDisconnect: share(presence.inCode(2), 100),
  },
};
