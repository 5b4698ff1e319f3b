import {
  dateToWall,
  err,
  estimateBuckets,
  type Failure,
  failure,
  type Granularity,
  ok,
  type Reason,
  type Result,
  type Span,
} from '../../core/index.ts';
import { getFacets } from '../facets.ts';
import type { MeasurementQuery } from '../measurement-query.ts';
import { belongsToZones, canBeSplit, findMetric, getQuantities, type Metric } from '../metrics/index.ts';
import type { DateInterval } from '../periods/day-range.ts';
import { getWidestStep } from '../periods/discontinuous.ts';
import { criterionDescriptors, type DescriptorCriterion, isDescriptorCriterion } from '../query-vocabulary.ts';
import { maxSteps, type RefusalId } from '../raw-query.ts';

/** Returns why a combination is invalid for every caller, or null. The message names both sides of it. */
type Rule = (query: MeasurementQuery, metric: Metric) => Failure | null;

const rules: readonly Rule[] = [
  complementary,
  parts,
  splits,
  targetOfZones,
  placesOfZones,
  doors,
  comparison,
  widths,
  steps,
];

/** Rejects combinations that have no answer. */
export function checkCombination(query: MeasurementQuery): Result<MeasurementQuery, Failure> {
  const metric = findMetric(query.metric) as Metric;
  for (const rule of rules) {
    const problem = rule(query, metric);
    if (problem !== null) return err(problem);
  }
  return ok(query);
}

function complementary({ complementary: other, groupBy }: MeasurementQuery, metric: Metric): Failure | null {
  if (other === null)
    return groupBy.some(({ type }) => type === 'COMPLEMENTARY')
      ? refuse('groupBy', `COMPLEMENTARY makes no sense of ${metric.id} alone: name a complementary metric.`, 'alone', {
          metric: metric.id,
        })
      : null;
  return other === metric.id
    ? refuse('complementary', `${other} can't be complementary to ${metric.id}: it is the same.`, 'same', {
        metric: metric.id,
      })
    : null;
}

const onlyOf = { VISITORS: 'footfall', LIMIT: 'affluenceIn', STATUS: 'deviceStatus' } as const;

function parts(query: MeasurementQuery, metric: Metric): Failure | null {
  if (getFacets(query) !== null) return null;
  const type = query.groupBy.map((group) => group.type).find((one) => one in onlyOf) as keyof typeof onlyOf;
  const other = query.complementary === null ? '' : ` and ${query.complementary}`;
  return refuse('groupBy', `${metric.id}${other} can't be split by ${type}: only ${onlyOf[type]} can.`, 'part', {
    metric: query.complementary ?? metric.id,
    group: type,
    only: onlyOf[type],
  });
}

function splits(query: MeasurementQuery): Failure | null {
  const grouped = query.groupBy.flatMap(({ type }) => (isDescriptorCriterion(type) ? [type] : []));
  const filtered = (Object.keys(criterionDescriptors) as DescriptorCriterion[]).filter((criterion) =>
    query.descriptors.some(({ key }) => key === criterionDescriptors[criterion]),
  );
  for (const { metric } of getFacets(query) ?? [])
    for (const type of [...grouped, ...filtered])
      if (!canBeSplit(metric, criterionDescriptors[type]))
        return refuse(
          'groupBy',
          `${metric.id} can't be split by ${type}: sensors don't send it that way.`,
          'descriptor',
          {
            metric: metric.id,
            group: type,
          },
        );
  return null;
}

function targetOfZones(query: MeasurementQuery): Failure | null {
  if (query.target === 'ZONE') return null;
  const zonal = getFacets(query)?.find(({ metric }) => belongsToZones(metric));
  return zonal === undefined
    ? null
    : refuse(
        'target',
        `${zonal.metric.id} belongs to zones, not to a ${query.target}: ask for target ZONE.`,
        'target',
        {
          metric: zonal.metric.id,
          target: query.target,
        },
      );
}

/** A single door has no people inside, and a shop's revenue cannot be split by door. */
function placesOfZones(query: MeasurementQuery): Failure | null {
  const group = query.groupBy.find(({ type }) => type === 'PASSAGE' || type === 'DEVICE');
  if (group === undefined) return null;
  const zonal = getFacets(query)?.find(({ metric }) => belongsToZones(metric));
  return zonal === undefined
    ? null
    : refuse('groupBy', `${zonal.metric.id} belongs to zones: it can't be split by ${group.type}.`, 'place', {
        metric: zonal.metric.id,
        group: group.type,
      });
}

const atDoors = new Set(['crossings', 'inside', 'corrected', 'refusals', 'counted', 'topEntries', 'visitors']);

function doors(query: MeasurementQuery): Failure | null {
  const { passageType } = query;
  if (passageType === null) return null;
  const wrong = getFacets(query)?.find(({ metric }) => {
    const types = getQuantities(metric).map(({ expression }) => expression.type);
    return passageType === 'FOOTFALL'
      ? !types.every((one) => one === 'passersBy')
      : !types.some((one) => atDoors.has(one));
  });
  return wrong === undefined
    ? null
    : refuse('passageType', `${wrong.metric.id} is not counted at passages of the type ${passageType}.`, 'doors', {
        metric: wrong.metric.id,
        passageType,
      });
}

function comparison({ aggregation, compare }: MeasurementQuery): Failure | null {
  return aggregation === 'EVOLUTION' && compare !== null
    ? refuse(
        'compare',
        `EVOLUTION and compare ${compare} make no sense together: EVOLUTION compares with the range before.`,
        'comparison',
        { compare },
      )
    : null;
}

/** A week has no weekday, and a day no hour. */
function widths({ granularity: width, groupBy }: MeasurementQuery): Failure | null {
  if (width === null) return null;
  const finer = groupBy.find(({ period }) => period !== null && width > getWidestStep(period));
  return finer === undefined
    ? null
    : refuse(
        'granularity',
        `granularity ${width} makes no sense by ${finer.period}: its values would belong to several groups.`,
        'width',
        { period: finer.period ?? '' },
      );
}

function steps(query: MeasurementQuery): Failure | null {
  return countSteps(query) > maxSteps
    ? failure('RANGE_TOO_WIDE', `More than ${maxSteps} points: ask for a shorter range or a coarser granularity.`)
    : null;
}

/** Returns the points of one place on the finest time axis. The planner counts those of all places. */
function countSteps(query: MeasurementQuery): number {
  const named = query.groupBy.flatMap((group) =>
    group.type === 'DATE' && group.granularity ? [group.granularity] : [],
  );
  if (query.granularity !== null) named.push(query.granularity);
  if (named.length === 0) return 0;
  const width = Math.min(...named) as Granularity;
  return query.periods.reduce((sum, period) => sum + estimateBuckets(asSpan(period), width), 0);
}

function asSpan(period: DateInterval): Span {
  return period.kind === 'span'
    ? period.span
    : { from: dateToWall(period.days.from, 0), to: dateToWall(period.days.to, 0) };
}

function refuse(field: string, message: string, id: RefusalId, values: Reason['values']): Failure {
  return { ...failure('BAD_INPUT', message, field), reason: { id, values } };
}
