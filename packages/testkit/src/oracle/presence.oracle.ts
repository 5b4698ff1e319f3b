import { type Instant, type LocalDate, startOfSiteDay, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { findLastUpTo } from './in-order.oracle.ts';
import { isOutermost, type Measure, measured, sent, total, within } from './measures.oracle.ts';
import { type Count, minute, type Part, type SeenInside, type World } from './world.oracle.ts';

/** People inside from an instant on. */
interface Level {
  readonly at: Instant;
  readonly inside: number;
}

type Crossings = (side: 'in' | 'out') => readonly Pick<Count, 'at' | 'people'>[];

/** Returns the people inside after each crossing or correction since the last reset. */
function balance(world: World, crossings: Crossings, sights: readonly SeenInside[]): Level[] {
  const moves = [
    ...crossings('in').map(({ at, people }) => ({ at, people })),
    ...crossings('out').map(({ at, people }) => ({ at, people: -people })),
  ];
  const steps: Level[] = [];
  let since = Number.NaN;
  let sum = 0;
  let lowest = 0;
  const byInstant = Map.groupBy(moves, (move) => move.at);
  const instants = new Set([...byInstant.keys(), ...sights.map(({ at }) => at)]);
  for (const at of [...instants].sort((left, right) => left - right)) {
    const anew = world.resetBefore(at);
    if (anew !== since) [since, sum, lowest] = [anew, 0, 0];
    const seen = sights.findLast((sight) => sight.at === at);
    if (seen !== undefined) [sum, lowest] = [seen.value, 0];
    for (const { people } of byInstant.get(at) ?? []) sum += people;
    lowest = Math.min(lowest, sum);
    steps.push({ at, inside: sum - lowest });
  }
  return steps;
}

/** Corrections apply to a zone as a whole. */
function selectCorrections({ beside }: World, { zones, passages, devices }: Part): readonly SeenInside[] {
  const isZone = zones.length === 1 && passages === null && devices === null;
  return isZone ? beside.sights.filter(({ zoneId }) => zoneId === zones[0]) : [];
}

function stepsOf(world: World, part: Part): Level[] {
  return world.once(['balance', part], () =>
    balance(world, (side) => world.crossings(part, side, []), selectCorrections(world, part)),
  );
}

function insideAt(world: World, steps: readonly Level[], at: Instant): number {
  const since = world.resetBefore(at);
  const last = findLastUpTo(steps, at);
  return last === undefined || last.at < since ? 0 : last.inside;
}

const doorsOf = (world: World, part: Part) => world.counters(part, 'boundary');
const tagSensorsOf = (world: World, part: Part) => world.nearest(part, ['uwbAffluenceIn', 'uwbAffluenceOut']);

function heardMinutes(world: World, part: Part, minutes: readonly Instant[], watchesOf = doorsOf): Instant[] {
  const doors = watchesOf(world, part);
  const known = world.once(['heard minutes', part, watchesOf.name], () => new Map<Instant, boolean>());
  return minutes.filter((at) => {
    const isHeard = known.get(at) ?? world.coverage(doors, [at], 'state').heard > 0;
    known.set(at, isHeard);
    return isHeard;
  });
}

const people =
  (find: (world: World, part: Part) => readonly Level[], watchesOf = doorsOf): Measure =>
  (world, part, moments) => {
    const steps = find(world, part);
    return measured(world, watchesOf(world, part), 'state', moments, ({ minutes }, isHeard) =>
      isHeard
        ? { values: heardMinutes(world, part, minutes, watchesOf).map((at) => insideAt(world, steps, at)) }
        : null,
    );
  };

export const inside = people(stepsOf);

/** People inside by arriving and leaving tags. */
export const tagsInside = people(
  (world, part) =>
    world.once(['tags', part], () => {
      const moved = (metric: string) =>
        sent(world, tagSensorsOf(world, part), metric).map(({ at, value }) => ({ at, people: value }));
      const crossings: Crossings = (side) => moved(side === 'in' ? 'uwbAffluenceIn' : 'uwbAffluenceOut');
      return balance(world, crossings, selectCorrections(world, part));
    }),
  tagSensorsOf,
);

/** Scales crossings so that each completely known day ends at 0; the larger of entries and exits shrinks. */
function rescaled(world: World, part: Part, side: 'in' | 'out'): Pick<Count, 'at' | 'people'>[] {
  const { site } = world;
  const factorOf = (day: LocalDate) =>
    world.once(['factor', part, side, day], () => {
      const { from, to } = toDaySpan(site, day);
      const minutes = Array.from({ length: (to - from) / minute }, (_, index) => from + index * minute);
      const { owed, heard } = world.coverage(world.counters(part, 'boundary'), minutes, 'flow');
      if (to > world.now || heard === 0 || heard < owed) return 1;
      const sum = (one: 'in' | 'out') =>
        total(
          world
            .crossings(part, one, [])
            .filter(({ at }) => from <= at && at < to)
            .map((count) => count.people),
        );
      const [own, other] = side === 'in' ? [sum('in'), sum('out')] : [sum('out'), sum('in')];
      return own > other ? other / own : 1;
    });
  return world
    .crossings(part, side, [])
    .map(({ at, people: many }) => ({ at, people: many * factorOf(toSiteDay(site, at)) }));
}

export const corrected =
  (side: 'in' | 'out'): Measure =>
  (world, part, moments) => {
    const counts = world.once(['rescaled', part, side], () => rescaled(world, part, side));
    return measured(world, world.counters(part, 'boundary'), 'flow', moments, (moment, isHeard) => {
      const here = within(counts, moment);
      return here.length === 0 && !isHeard ? null : { sum: total(here.map((one) => one.people)) };
    });
  };

export const insideCorrected = people((world, part) =>
  world.once(['rescaled balance', part], () => balance(world, (side) => rescaled(world, part, side), [])),
);

/** Entries while the limit was reached. */
export const refusals: Measure = (world, part, moments) => {
  const doors = world.counters(part, 'boundary');
  const steps = stepsOf(world, part);
  const refused = world.crossings(part, 'in', []).filter(({ at }) => {
    const since = world.resetBefore(at);
    const last = findLastUpTo(steps, at - 1);
    const before = last === undefined || last.at < since ? 0 : last.inside;
    const most = limitAt(world, part.zones, at);
    return most !== null && before >= most && world.coverage(doors, [at], 'state').heard > 0;
  });
  return measured(world, doors, 'state', moments, (moment) => {
    const limited = heardMinutes(world, part, moment.minutes).some((at) => limitAt(world, part.zones, at) !== null);
    return limited ? { sum: total(within(refused, moment).map((one) => one.people)) } : null;
  });
};

/** Limit of people, independent of any counts. */
export const limit: Measure = (world, part, moments) =>
  moments.map(({ minutes }) => {
    const values = minutes.flatMap((at) => limitAt(world, part.zones, at) ?? []);
    const known = values.length === 0 ? null : { values };
    const closed = minutes.length === 0;
    return { known, partial: known === null, closed, whole: known !== null, there: !closed };
  });

/** For the whole site the lowest limit of the day's events; otherwise that of the outer zones. */
function limitAt(world: World, zones: readonly number[], at: number): number | null {
  const { site } = world;
  const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0);
  const day = toSiteDay(site, at);
  const events = site.eventLimits.filter(({ first, last }) => (first ?? day) <= day && day <= (last ?? day));
  if (events.length > 0 && tops.every(({ id }) => zones.includes(id)))
    return Math.min(...events.map((event) => event.limit));
  return findSetting(world, { zones, passages: null, devices: null }, 'limit');
}

/** Returns the combined setting of the zones; inner zones are part of outer ones. A site may have its own area. */
export function findSetting(world: World, part: Part, of: 'limit' | 'area' | 'queueLength'): number | null {
  const outer = world.site.zones.filter(({ id }) => isOutermost(world, part, id));
  if (outer.every((zone) => zone[of] !== null)) return total(outer.map((zone) => zone[of] ?? 0));
  return of === 'area' && part.whole === true ? world.site.area : null;
}

/** People per minute relative to a setting, or the inverse. No people means no space per person. */
const besideSetting =
  (of: 'limit' | 'area', isInverse = false): Measure =>
  (world, part, moments) => {
    const steps = stepsOf(world, part);
    return measured(world, world.counters(part, 'boundary'), 'state', moments, ({ minutes }) => {
      const pairs = heardMinutes(world, part, minutes).flatMap((at): [number, number][] => {
        const setting = of === 'limit' ? limitAt(world, part.zones, at) : findSetting(world, part, of);
        const many = insideAt(world, steps, at);
        return setting === null ? [] : [isInverse ? [setting, many] : [many, setting]];
      });
      return pairs.length === 0 ? null : { pairs };
    });
  };

export const occupancy = besideSetting('limit');
export const density = besideSetting('area');
export const reverseDensity = besideSetting('area', true);

/** Returns the last value of each reporting device since the change of day, per minute; null if none reports. */
function levelsAt(world: World, part: Part, metric: string, at: Instant): number[] | null {
  const lines = world.once(['levels', part, metric], () =>
    world.within(part, metric).map((watch) => ({ watch, readings: sent(world, [watch], metric) })),
  );
  const today = startOfSiteDay(world.site, toSiteDay(world.site, at));
  const heard = lines.filter(({ watch }) => world.coverage([watch], [at], 'state').heard > 0);
  const last = heard.map(({ readings }) => findLastUpTo(readings, at));
  return heard.length === 0 ? null : last.map((one) => (one === undefined || one.at < today ? 0 : one.value));
}

export const level =
  (metric: string): Measure =>
  (world, part, moments) =>
    measured(world, world.within(part, metric), 'state', moments, ({ minutes }) => {
      const values = minutes.flatMap((at) => {
        const levels = levelsAt(world, part, metric, at);
        return levels === null ? [] : [total(levels)];
      });
      return values.length === 0 ? null : { values };
    });

/** People queuing per metre of queue. */
export const linearDensity: Measure = (world, part, moments) => {
  const length = findSetting(world, part, 'queueLength');
  const queues = level('queueLength')(world, part, moments, {}, moments);
  return queues.map((one) => {
    const values = one.known !== null && 'values' in one.known ? one.known.values : [];
    const pairs = length === null ? [] : values.map((value) => [value, length] as const);
    const isNone = pairs.length === 0;
    return { ...one, known: isNone ? null : { pairs }, partial: one.partial || isNone, whole: one.whole && !isNone };
  });
};

/** Share of the reporting room sensors that detect presence. */
export const binaryOccupancy: Measure = (world, part, moments) =>
  measured(world, world.within(part, 'binaryOccupancy'), 'state', moments, ({ minutes }) => {
    const pairs = minutes.flatMap((at): [number, number][] => {
      const levels = levelsAt(world, part, 'binaryOccupancy', at);
      return levels === null ? [] : [[total(levels), levels.length]];
    });
    return pairs.length === 0 ? null : { pairs };
  });

/** Returns the worst code of the devices reporting at an instant; null if none reports. */
function worstCodeAt(world: World, part: Part, at: Instant): number | null {
  const known = world.once(['worst codes', part], () => new Map<Instant, number | null>());
  const lines = world.once(['codes', part], () =>
    world.about(part, 'deviceStatus').map((watch) => ({
      watch,
      readings: world.readings.filter((one) => one.device === watch.device.id && one.metric === 'deviceStatus'),
    })),
  );
  const found = known.get(at);
  if (found !== undefined) return found;
  const heard = lines.filter(({ watch }) => world.coverage([watch], [at], 'state').heard > 0);
  const codes = heard.map(({ readings }) => findLastUpTo(readings, at)?.value ?? 0);
  const worst = codes.length === 0 ? null : Math.max(...codes);
  known.set(at, worst);
  return worst;
}

/** Whether the worst code was this one, per minute. */
export const inCode =
  (code: number): Measure =>
  (world, part, moments) =>
    measured(
      world,
      world.once(['about', part], () => world.about(part, 'deviceStatus')),
      'state',
      moments,
      ({ minutes }) => {
        const pairs = minutes.flatMap((at): [number, number][] => {
          const worst = worstCodeAt(world, part, at);
          return worst === null ? [] : [[worst === code ? 1 : 0, 1]];
        });
        return pairs.length === 0 ? null : { pairs };
      },
    );
