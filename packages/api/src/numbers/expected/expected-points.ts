import {
  addDays,
  daysBetween,
  granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import type { ExpectedPoint, ExpectedReason, LabelledValue, MeasurementQuery } from '@atrium/domain/numbers';
import { type ExpectedSlot, ExpectedValues, sumHistories } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import { yieldToEventLoop } from '../../platform/concurrency/event-loop.ts';
import type { Answer } from '../planner/answer/answer.ts';
import { changeOf } from './kept-histories.ts';
import type { ExpectedPlan, HistoryPlan } from './plan-expected.ts';
import { keyOfPath, readLabel, type SlotHistories, type SlotHistory, sumUntil, toHistory } from './slot-histories.ts';
import type { UnusualDays } from './unusual-days.ts';

/** What the points of one query are computed from. */
export interface ExpectedSources {
  readonly query: MeasurementQuery;
  readonly plan: ExpectedPlan;
  /** In the order of the plan's histories. */
  readonly histories: readonly SlotHistories[];
  readonly unusual: ReadonlyMap<Topology, UnusualDays>;
}

/** What was computed from a history. */
interface Computed {
  /** Everything else that it depends on. */
  readonly stamp: string;
  readonly values: ExpectedValues;
}

interface Joined {
  readonly parts: readonly ExpectedValues[];
  readonly values: ExpectedValues;
}

type PointOf = (path: readonly string[]) => ExpectedPoint;

/** Computes the points of answers. Keeps what was computed from a history as long as the history itself. */
export class ExpectedPoints {
  readonly #computed = { steps: new WeakMap<SlotHistory, Computed>(), totals: new WeakMap<SlotHistory, Computed>() };
  readonly #joined = new WeakMap<ExpectedValues, Joined>();

  async addTo(answer: Answer, sources: ExpectedSources): Promise<Answer> {
    const pointOf = this.#pointsOf(sources, answer.knownUntil);
    const data: LabelledValue[] = [];
    const counts = countLabels(answer.data);
    for (const row of answer.data) {
      // The first point of a place computes its residuals.
      if (Array.isArray(row.value)) await yieldToEventLoop();
      data.push(attach(row, [], counts, pointOf));
    }
    return { ...answer, data };
  }

  #pointsOf({ query, plan, histories, unusual }: ExpectedSources, knownUntil: Answer['knownUntil']): PointOf {
    const sites = plan.histories.flatMap((history) => history.sites);
    const isDaily = plan.width >= granularity.day;
    const change = changeOf(isDaily ? sites : sites.slice(0, 1), plan.width);
    const names = new Map([...unusual.values()].flatMap((days) => [...days]));
    const made = new Map<string, ExpectedValues | null>();
    const valuesOf = (key: string): ExpectedValues | null => {
      const known = made.get(key);
      if (known !== undefined) return known;
      const parts = plan.histories.flatMap((history, index) => {
        const slots = histories[index]?.get(key);
        return slots === undefined ? [] : [this.#partOf(plan, history, slots, knownUntil, unusual)];
      });
      const [only] = parts;
      const values = parts.length > 1 ? this.#join(plan, parts) : (only ?? null);
      made.set(key, values);
      return values;
    };
    const at = (key: string, date: LocalDate, minutes: number): ExpectedPoint => {
      const values = valuesOf(key);
      if (values === null) return without('history');
      return toPoint(values.at(date)[values.slots.indexOf(minutes)], names.get(date)?.name ?? null);
    };
    return (path) => {
      if (plan.total !== null) return at(keyOfPath(query.groupBy.length === 0 ? [] : path), plan.total.date, 0);
      const { date, minutes } = readLabel(path[plan.datePlace] as string, change, isDaily);
      return at(keyOfPath(path.toSpliced(plan.datePlace, 1)), date, minutes);
    };
  }

  /** Returns the history of a place in the plan's form, and its expected values. */
  #partOf(
    plan: ExpectedPlan,
    history: HistoryPlan,
    slots: SlotHistory,
    knownUntil: Answer['knownUntil'],
    unusual: ReadonlyMap<Topology, UnusualDays>,
  ): ExpectedValues {
    const unusualDays = history.sites.map((site) => unusual.get(site) ?? new Map());
    const reasonOf = (date: LocalDate) => unusualDays.find((found) => found.has(date))?.get(date)?.reason ?? null;
    const dates = Array.from({ length: daysBetween(plan.first, plan.last) + 1 }, (_, day) => addDays(plan.first, day));
    const reasons = dates.map(reasonOf);
    const ahead = new Map(
      dates.flatMap((date, day) => {
        const reason = reasons[day] ?? null;
        return date < plan.end || reason === null ? [] : [[date, reason] as const];
      }),
    );
    const days = { first: plan.first, unusualOf: (day: number) => reasons[day] ?? null, ahead };
    const cut = plan.total?.isSummed === true ? minutesKnown(history.sites, plan.total.date, knownUntil) : null;
    const stamp = JSON.stringify([plan.method, plan.first, cut, reasons]);
    const own = cut === null ? this.#computed.steps : this.#computed.totals;
    const known = own.get(slots);
    if (known?.stamp === stamp) return known.values;
    const values = new ExpectedValues(cut === null ? toHistory(slots, days) : sumUntil(slots, cut, days), plan.method);
    own.set(slots, { stamp, values });
    return values;
  }

  #join(plan: ExpectedPlan, parts: readonly ExpectedValues[]): ExpectedValues {
    const [first] = parts as [ExpectedValues, ...ExpectedValues[]];
    const known = this.#joined.get(first);
    if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
      return known.values;
    const sum = sumHistories(parts.map(({ history }) => history));
    const values = new ExpectedValues(sum, plan.method, parts);
    this.#joined.set(first, { parts, values });
    return values;
  }
}

const minuteMs = 60_000;

/** Returns how many minutes of a day are known, by the clock of its site. */
function minutesKnown([site]: readonly Topology[], date: LocalDate, knownUntil: ReadonlyMap<number, Instant>): number {
  const until = site === undefined ? undefined : knownUntil.get(site.installationId);
  if (site === undefined || until === undefined || toSiteDay(site, until) > date) return 1440;
  if (toSiteDay(site, until) < date) return 0;
  const begin = instantToWall(site.timezone, startOfSiteDay(site, date));
  return Math.min(1440, Math.max(0, Math.floor((instantToWall(site.timezone, until) - begin) / minuteMs)));
}

function attach(
  row: LabelledValue,
  labels: readonly string[],
  siblings: ReadonlyMap<string, number>,
  pointOf: PointOf,
): LabelledValue {
  const path = [...labels, row.label];
  // Places of the same name cannot be told apart.
  if (siblings.get(row.label) !== 1) return withReasonIn(row, 'form');
  if (!Array.isArray(row.value)) return { ...row, expected: pointOf(path) };
  const children: readonly LabelledValue[] = row.value;
  const counts = countLabels(children);
  return { ...row, value: children.map((child) => attach(child, path, counts, pointOf)) };
}

function toPoint(slot: ExpectedSlot | undefined, name: string | null): ExpectedPoint {
  if (slot === undefined) return without('gaps');
  const { expected, ...rest } = slot;
  const isNamed = name !== null && (rest.reason === 'holiday' || rest.reason === 'event');
  return { value: expected, ...rest, ...(isNamed && { name }) };
}

function without(reason: ExpectedReason): ExpectedPoint {
  return { value: null, lower: null, upper: null, warranty: null, reason };
}

/** Gives every point the same reason for having no expected value. */
export function withReason(answer: Answer, reason: ExpectedReason): Answer {
  return { ...answer, data: answer.data.map((row) => withReasonIn(row, reason)) };
}

function withReasonIn(row: LabelledValue, reason: ExpectedReason): LabelledValue {
  if (!Array.isArray(row.value)) return { ...row, expected: without(reason) };
  const children: readonly LabelledValue[] = row.value;
  return { ...row, value: children.map((child) => withReasonIn(child, reason)) };
}

function countLabels(rows: readonly LabelledValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
