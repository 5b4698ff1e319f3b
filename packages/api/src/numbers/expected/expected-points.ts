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
import type { ExpectedPoint, MeasurementQuery } from '@atrium/domain/numbers';
import { type ExpectedMethod, type ExpectedSlot, ExpectedValues, sumHistories } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import { yieldToEventLoop } from '../../platform/concurrency/event-loop.ts';
import type { Answer } from '../planner/answer/answer.ts';
import { keyOfPath } from '../planner/answer/coverage.ts';
import {
  type ComparedRow,
  ComparedRows,
  countLabels,
  joinRows,
  type PointOf,
  type PointParts,
  without,
} from './compared-rows.ts';
import { changeOf } from './kept-histories.ts';
import type { ExpectedPlan, HistoryPlan } from './plan-expected.ts';
import {
  findKnownSlots,
  readLabel,
  type SlotHistories,
  type SlotHistory,
  type SlotTime,
  sumUntil,
  toHistory,
} from './slot-histories.ts';
import type { NamedUnusualDay, UnusualDays } from './unusual-days.ts';

/** What the points of one query are computed from. */
export interface ExpectedSources {
  readonly query: MeasurementQuery;
  readonly plan: ExpectedPlan;
  /** In the order of the plan's histories. */
  readonly histories: readonly SlotHistories[];
  /** The queried days themselves, in the order of the plan's histories. Null unless parts must be left out. */
  readonly asked: readonly SlotHistories[] | null;
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

/** Share of a place in a point. */
interface Part {
  readonly values: ExpectedValues;
  /** Its queried days; undefined while they are not needed. */
  readonly asked: SlotHistory | undefined;
  readonly history: HistoryPlan;
  /** Hours of the queried day that are compared; null for all. */
  readonly hours: ReadonlySet<number> | null;
}

export interface WithExpected {
  readonly answer: Answer;
  /** Whether something is missing on one side, so that the queried days must be read by part. */
  readonly lacksParts: boolean;
}

/** Computes the points of answers. Keeps what was computed from a history as long as the history itself. */
export class ExpectedPoints {
  readonly #computed = { steps: new WeakMap<SlotHistory, Computed>(), totals: new WeakMap<SlotHistory, Computed>() };
  readonly #joined = new WeakMap<ExpectedValues, Joined>();

  /** Adds what is expected of each point, and the comparison with it over the parts known on both sides. */
  async addTo(answer: Answer, sources: ExpectedSources): Promise<WithExpected> {
    const { plan, asked } = sources;
    const ratio = answer.coverage.ratio ?? 1;
    const pointOf = this.#pointsOf(sources, answer);
    const isGrowing = plan.total === null && (plan.method.isSum || plan.method.isScaled);
    // What adds up is judged by its value instead (`deriveUsual`).
    const writer = new ComparedRows(pointOf, isGrowing, plan.isSum || ratio >= 0.5);
    const rows: ComparedRow[] = [];
    const counts = countLabels(answer.data);
    for (const row of answer.data) {
      // The first point of a place computes its residuals.
      if (Array.isArray(row.value)) await yieldToEventLoop();
      rows.push(writer.compare(row, [], counts));
    }
    const lacksParts = writer.hasPart || (plan.total?.isSummed === true && ratio < 1);
    return { answer: { ...answer, ...joinRows(rows) }, lacksParts: asked === null && lacksParts };
  }

  #pointsOf(
    sources: ExpectedSources,
    { knownUntil, wholePlaces }: Pick<Answer, 'knownUntil' | 'wholePlaces'>,
  ): PointOf {
    const { query, plan, histories, asked, unusual } = sources;
    const sites = plan.histories.flatMap((history) => history.sites);
    const isDaily = plan.width >= granularity.day;
    const change = changeOf(isDaily ? sites : sites.slice(0, 1), plan.width);
    const names = new Map([...unusual.values()].flatMap((days) => [...days]));
    const made = new Map<string, readonly Part[]>();
    const partsOf = (key: string): readonly Part[] => {
      const known = made.get(key);
      if (known !== undefined) return known;
      // A place without gaps is compared as if it were queried alone, whatever is missing at others.
      const isWhole = wholePlaces?.has(key) !== false && histories.filter((one) => one.has(key)).length === 1;
      const parts = plan.histories.flatMap((history, index): Part[] => {
        const slots = histories[index]?.get(key);
        if (slots === undefined) return [];
        const own = isWhole ? undefined : asked?.[index]?.get(key);
        const cut = plan.total?.isSummed === true ? minutesKnown(history, knownUntil) : null;
        const hours = cut === null || own === undefined ? null : findKnownSlots(own, cut);
        return [{ values: this.#valuesOf(plan, history, slots, cut, hours, unusual), asked: own, history, hours }];
      });
      made.set(key, parts);
      return parts;
    };
    const unmeasuredAt = (time: SlotTime | null): PointParts => {
      const [{ sites: of, asked: days }] = plan.histories as readonly [HistoryPlan];
      const found =
        plan.histories.length > 1 ? null : findUnusualDay(of, unusual, time?.date ?? days.last, plan.method);
      const name = found?.name ?? null;
      const expected = { ...without(found?.reason ?? 'history'), ...(name !== null && { name }) };
      return { expected, own: null, isPart: false };
    };
    const at = (key: string, time: SlotTime | null): PointParts => {
      const parts = partsOf(key);
      const able = parts.filter(({ values, history }) => slotAt(values, history, time)?.expected != null);
      const used = able.length > 0 ? able : parts;
      const [first] = used;
      if (first === undefined) return unmeasuredAt(time);
      const values = this.#join(
        plan,
        used.map((part) => part.values),
      );
      const date = time?.date ?? first.history.asked.last;
      const isAlone = query.groupBy.length === 0 && used.length === 1;
      const expected = toPoint(values, first.history, time, names.get(date) ?? null, isAlone);
      return { expected, own: sumOwn(used, time), isPart: used.length < parts.length };
    };
    return (path) => {
      if (plan.total !== null || plan.step !== null)
        return at(keyOfPath(query.groupBy.length === 0 ? [] : path), plan.step);
      const time = readLabel(path[plan.datePlace] as string, change, isDaily);
      return at(keyOfPath(path.toSpliced(plan.datePlace, 1)), time);
    };
  }

  /** Returns the expected values of a place, from its history in the plan's form. */
  #valuesOf(
    plan: ExpectedPlan,
    history: HistoryPlan,
    slots: SlotHistory,
    cut: number | null,
    hours: ReadonlySet<number> | null,
    unusual: ReadonlyMap<Topology, UnusualDays>,
  ): ExpectedValues {
    const { first, end, asked } = history;
    const unusualDays = history.sites.map((site) => unusual.get(site) ?? new Map());
    const reasonOf = (date: LocalDate) => unusualDays.find((found) => found.has(date))?.get(date)?.reason ?? null;
    const dates = Array.from({ length: daysBetween(first, asked.last) + 1 }, (_, day) => addDays(first, day));
    const reasons = dates.map(reasonOf);
    const ahead = new Map(
      dates.flatMap((date, day) => {
        const reason = reasons[day] ?? null;
        return date < end || reason === null ? [] : [[date, reason] as const];
      }),
    );
    const days = { first, unusualOf: (day: number) => reasons[day] ?? null, ahead };
    const stamp = JSON.stringify([plan.method, first, cut, hours && [...hours], reasons]);
    const own = cut === null ? this.#computed.steps : this.#computed.totals;
    const known = own.get(slots);
    if (known?.stamp === stamp) return known.values;
    const made = cut === null ? toHistory(slots, days) : sumUntil(slots, cut, days, hours);
    const values = new ExpectedValues(made, plan.method);
    own.set(slots, { stamp, values });
    return values;
  }

  #join(plan: ExpectedPlan, parts: readonly ExpectedValues[]): ExpectedValues {
    const [first] = parts as [ExpectedValues, ...ExpectedValues[]];
    if (parts.length === 1) return first;
    const known = this.#joined.get(first);
    if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
      return known.values;
    const sum = sumHistories(parts.map(({ history }) => history));
    const values = new ExpectedValues(sum, plan.method, parts);
    this.#joined.set(first, { parts, values });
    return values;
  }
}

/** Returns what makes a day unusual at any of the sites; null for a usual day. */
function findUnusualDay(
  sites: readonly Topology[],
  unusual: ReadonlyMap<Topology, UnusualDays>,
  date: LocalDate,
  { samples }: ExpectedMethod,
): NamedUnusualDay | null {
  const days = sites.map((site) => unusual.get(site)).find((found) => found?.has(date));
  const found = days?.get(date) ?? null;
  // Days off are alike as far as the season goes.
  return found?.reason === 'holiday' && samples === 'sameKind' ? null : found;
}

const minuteMs = 60_000;

/** Returns how many minutes of a total's day are known, by the clock of its site. */
function minutesKnown({ sites, asked }: HistoryPlan, knownUntil: ReadonlyMap<number, Instant>): number {
  const [site] = sites;
  const date = asked.last;
  const until = site === undefined ? undefined : knownUntil.get(site.installationId);
  if (site === undefined || until === undefined || toSiteDay(site, until) > date) return 1440;
  if (toSiteDay(site, until) < date) return 0;
  const begin = instantToWall(site.timezone, startOfSiteDay(site, date));
  return Math.min(1440, Math.max(0, Math.floor((instantToWall(site.timezone, until) - begin) / minuteMs)));
}

function slotAt(values: ExpectedValues, { asked }: HistoryPlan, time: SlotTime | null): ExpectedSlot | undefined {
  return values.at(time?.date ?? asked.last)[time === null ? 0 : values.slots.indexOf(time.minutes)];
}

/** Returns the value of a point's parts; null while their queried days are not known. */
function sumOwn(parts: readonly Part[], time: SlotTime | null): number | null {
  const own = parts.map(({ asked, history, hours }) => {
    if (asked === undefined) return null;
    const { slots, values } = asked;
    if (time === null)
      return slots.reduce((sum, minutes, slot) => sum + (hours?.has(minutes) ? finite(values[slot]) : 0), 0);
    const day = daysBetween(history.asked.first, time.date);
    return finite(values[day * slots.length + slots.indexOf(time.minutes)]);
  });
  return own.includes(null) ? null : own.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

const finite = (value: number | undefined): number => (Number.isFinite(value) ? (value as number) : 0);

function toPoint(
  values: ExpectedValues,
  history: HistoryPlan,
  time: SlotTime | null,
  unusual: NamedUnusualDay | null,
  isAlone: boolean,
): ExpectedPoint {
  const slot = slotAt(values, history, time);
  if (slot === undefined) return without('gaps');
  const { expected, ...rest } = slot;
  const { name = null, names } = unusual ?? {};
  const isNamed = name !== null && (rest.reason === 'holiday' || rest.reason === 'event');
  const isTranslated = isNamed && names !== undefined && Object.keys(names).length > 0;
  const place = time === null ? 0 : values.slots.indexOf(time.minutes);
  const date = time?.date ?? history.asked.last;
  const mean = expected === null ? values.meanOf(date, place) : null;
  // Listed where one number is explained.
  const samples = !isAlone || (expected === null && mean === null) ? [] : values.samples(date, place);
  return {
    value: expected,
    ...rest,
    ...(isNamed && { name }),
    ...(isTranslated && { names }),
    ...(mean !== null && { mean }),
    ...(samples.length > 0 && {
      samples: samples.map(({ day, value, factor }) => ({ date: addDays(history.first, day), value, factor })),
    }),
  };
}
