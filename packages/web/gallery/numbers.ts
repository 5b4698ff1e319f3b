import {
  buildBuckets,
  type Granularity,
  granularity,
  isGranularity,
  type Span,
  toDaysSpan,
  toSiteDay,
} from '@atrium/domain/core';
import {
  type Aggregation,
  type Coverage,
  type DescriptorKey,
  discontinuousPeriods,
  findMetric,
  getAnswerUnit,
  getDefaultAggregation,
  getTimeGroup,
  isPeopleMetric,
  type LabelledValue,
  type Metric,
  type RawQuery,
} from '@atrium/domain/numbers';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import { listOpenSpans } from '@atrium/domain/sites';
import { site } from './site.ts';
import type { Answering } from './states.ts';

/** One answer in the server's format. */
export interface NumbersAnswer {
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: null;
  readonly comparisonCoverage: null;
  readonly comparisonTimes: null;
  readonly granularity: number | null;
  readonly coverage: Coverage;
  readonly notTold: readonly DescriptorKey[];
}

interface Asked {
  readonly query: RawQuery;
  readonly answering: Answering;
  readonly now: number;
}

/** Computes deterministic numbers per question, so that pictures can be compared over time. */
export function answerNumbers(asked: Asked): NumbersAnswer {
  const { query, answering } = asked;
  const spans = spansOf(query);
  const isSilent = answering === 'silence';
  const data = answering === 'nothing' ? [] : valuesOf(asked, spans, query.groupBy ?? [], 1);
  const [first] = spans;
  const silent =
    isSilent && first
      ? [{ deviceId: 7, name: 'North entrance', from: first.from, to: first.to, count: 1, time: first.to - first.from }]
      : [];
  const date = (query.groupBy ?? []).find(({ type }) => type === 'DATE');
  return {
    unit: unitOf(query),
    data,
    comparison: query.compare ? valuesOf(asked, spans, query.groupBy ?? [], 0.9) : null,
    evolution: null,
    comparisonCoverage: null,
    comparisonTimes: null,
    granularity: date?.granularity ?? query.granularity ?? null,
    coverage: { ratio: answering === 'nothing' ? null : isSilent ? 0 : 1, silent, sites: [] },
    notTold: answering === 'untold' ? ['gender'] : [],
  };
}

function unitOf({ metric, aggregation }: RawQuery): string {
  const known = findMetric(metric);
  return known === undefined
    ? ''
    : getAnswerUnit(known, (aggregation ?? getDefaultAggregation(known)) as Aggregation, 'CHF');
}

function valuesOf(
  asked: Asked,
  spans: readonly Span[],
  groups: NonNullable<RawQuery['groupBy']>,
  factor: number,
): readonly LabelledValue[] {
  const [group, ...inner] = groups;
  if (group === undefined) return [{ label: '', ...amountOf(asked, spans, factor) }];
  const isWidth = group.granularity != null && isGranularity(group.granularity);
  if (group.type === 'DATE' && isWidth && inner.length === 0)
    return spans.flatMap((span) => stepsOf(asked, span, group.granularity as Granularity, factor));
  const period = discontinuousPeriods.find((one) => one === group.period);
  if (period !== undefined || group.type === 'DATE')
    return groupsOf(spans, (at) => (period ? getTimeGroup(site.topology, period, at).label : dayLabel(at))).map(
      ([label, own]): LabelledValue =>
        inner.length > 0
          ? { label, value: valuesOf(asked, own, inner, factor) }
          : { label, ...amountOf(asked, own, asked.query.aggregation === 'AVERAGE' ? factor / hoursIn(own) : factor) },
    );
  const labels = labelsOf(group.type, asked.query);
  return labels.map((label, place): LabelledValue => {
    const share = factor * (0.9 - 0.6 * ((place * 7) % 5) * 0.25);
    if (inner.length > 0) return { label, value: valuesOf(asked, spans, inner, share) };
    return { label, ...amountOf(asked, spans, share) };
  });
}

/** Groups hours by label; numeric labels in ascending order. */
function groupsOf(spans: readonly Span[], labelOf: (at: number) => string): readonly (readonly [string, Span[]])[] {
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const { edges } = buildBuckets(site.topology, span, granularity.hour);
    for (const [place, from] of edges.slice(0, -1).entries()) {
      const own = groups.get(labelOf(from)) ?? [];
      own.push({ from, to: edges[place + 1] ?? span.to });
      groups.set(labelOf(from), own);
    }
  }
  return [...groups].toSorted(([one], [other]) => Number(one) - Number(other) || 0);
}

const dayLabel = (at: number) => `${toSiteDay(site.topology, at)}T00:00:00+01:00`;
const hoursIn = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + (to - from), 0) / hour;

function stepsOf(asked: Asked, span: Span, width: Granularity, factor: number): readonly LabelledValue[] {
  const { edges, labels } = buildBuckets(site.topology, span, width);
  return labels.map((label, place) => {
    const step = { from: edges[place] ?? span.from, to: edges[place + 1] ?? span.to };
    const value = amountOf(asked, [step], factor);
    return { label, ...value, ...(step.to > asked.now && value.value !== null ? { partial: true as const } : {}) };
  });
}

function amountOf({ query, answering, now }: Asked, spans: readonly Span[], factor: number) {
  const missing = { value: null, state: 'missing' as const };
  const metric = findMetric(query.metric);
  if (metric === undefined || answering === 'silence') return missing;
  if (answering === 'untold') return { ...missing, notTold: ['gender'] as const };
  const counts = isPeopleMetric(metric);
  // No people means no share and no stay.
  if (answering === 'zeros') return counts ? { value: 0 } : missing;
  const past = spans.flatMap(({ from, to }) => (from < now ? [{ from, to: Math.min(to, now) }] : []));
  if (past.length === 0) return missing;
  if (answering === 'below') return { value: belowZero(past, factor) };
  return { value: counts ? countOf(metric, past, factor) : levelOf(metric, past, factor) };
}

const hour = 3_600_000;

/** People during open hours, with a peak at noon and one after work. */
function countOf({ kind }: Metric, spans: readonly Span[], factor: number): number {
  const open = spans.flatMap((span) => listOpenSpans(site.topology, span));
  const [last] = open.slice(-1);
  if (kind === 'state') return last === undefined ? 0 : Math.round(360 * factor * swell(last.to));
  return Math.round(
    open.reduce((sum, { from, to }) => {
      let people = 0;
      for (let at = from; at < to; at += hour / 4)
        people += 65 * swell(at) * (Math.min(to - at, hour / 4) / (hour / 4));
      return sum + people * factor;
    }, 0),
  );
}

function levelOf({ kind, unit }: Metric, [first]: readonly Span[], factor: number): number {
  // The code of the state with the longest words.
  if (kind === 'status') return deviceStatusCodes.indexOf('padsDisconnect');
  const middle = unit === '%' ? 38 : unit === 's' ? 1500 : unit === '°C' ? 21.4 : 720;
  return middle * (0.5 + factor / 2) * (0.85 + 0.15 * swell(first?.from ?? 0));
}

/** Values above and below zero, by hour and part of the total. */
function belowZero([first]: readonly Span[], factor: number): number {
  if (first === undefined) return 0;
  const isStep = first.to - first.from <= hour;
  return Math.round(900 * (factor + (isStep ? swell(first.from) : 0.45) - 1.2));
}

/** 0…1 by the hour of the day, with small differences between days. */
function swell(at: number): number {
  const ofDay = (((at / hour + 1) % 24) + 24) % 24;
  const bell = (noon: number, width: number) => Math.exp(-(((ofDay - noon) / width) ** 2));
  const uneven = 1 + 0.12 * Math.sin(at / 1_730_000);
  return Math.min(1, (0.12 + 0.7 * bell(12.4, 1.9) + 0.8 * bell(17.6, 1.6)) * uneven);
}

function labelsOf(type: string, { filters }: RawQuery): readonly string[] {
  if (type === 'ZONE_ID') return filters?.conditions.find(({ criterion }) => criterion === 'ZONES')?.values ?? [];
  if (type === 'GENDER') return ['female', 'male', 'unknown'];
  return ['adult', 'child'];
}

function spansOf({ filters }: RawQuery): readonly Span[] {
  const dates = filters?.conditions.find(({ criterion }) => criterion === 'DATE')?.values ?? [];
  return dates.flatMap((range) => {
    const [from, to] = range.split('/');
    return from && to ? [toDaysSpan(site.topology, from, to)] : [];
  });
}
