import type { Span } from '@atrium/domain/core';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { joinSpans } from '../spans.ts';
import { type MergedTargets, toFilter } from './merge-scans.ts';
import { buildRangesPart, type TimePart } from './statements/readings-of.ts';

/**
 * Activity of a device for a metric, with the days (since 1970) on which it was equal. Times in ms from the start of
 * the UTC day.
 */
interface ActivityRow {
  readonly installation: number;
  readonly metric: string;
  readonly device: number;
  readonly days: readonly number[];
  /** Spans covered by readings with an interval. */
  readonly covered: readonly (readonly [from: number, to: number])[];
  /** First and last of consecutive instants, none further from the next than `gap` ms. */
  readonly instants: readonly (readonly [first: number, last: number])[];
  readonly gap: number;
  /** Length of the longest reading in s; 0 if none has one. */
  readonly longest: number;
  /** Every combination of descriptors sent. */
  readonly described: readonly string[];
}

/** Reads the activity of devices on rolled-up days. Most days are equal and returned once. */
function activityStatement(
  place: {
    readonly organization: number;
    readonly installations: readonly number[];
    readonly metrics: readonly string[];
  },
  days: TimePart,
): Statement {
  const fromMidnight = (runs: string) =>
    `arrayMap(run -> (toFloat64(run.1) - day * ${dayMs}., toFloat64(run.2) - day * ${dayMs}.), ${runs})`;
  return {
    sql: `
SELECT installation, metric, device, groupArray(day) AS days,
  ${fromMidnight('spans')} AS covered, ${fromMidnight('points')} AS instants, toFloat64(gap) AS gap,
  toFloat64(interval) AS longest, described
FROM rollup_heard FINAL
WHERE organization = {organization:UInt32}
  AND installation IN {installations:Array(UInt32)}
  AND metric IN {metrics:Array(String)}
  AND ${days.condition}
GROUP BY installation, metric, device, covered, instants, gap, longest, described`,
    params: { ...place, ...days.params },
  };
}

/** Missing days (since 1970) of metrics at sites; the same days for each. */
interface MissingRange {
  readonly installations: readonly number[];
  readonly metrics: readonly string[];
  readonly days: ReadonlySet<number>;
}

interface Joined {
  readonly parts: readonly MissingRange[];
  readonly whole: MissingRange;
}

/** Maximum ratio of a merged read to its parts. An additional statement costs as much as some blocks. */
const maxRatio = 2;

/**
 * Merges missing ranges that are equal or nearly so, to be read together. `spansOf` returns the days read for missing
 * ones.
 */
export function mergeMissingRanges(
  all: readonly MissingRange[],
  spansOf: (days: Iterable<number>) => readonly Span[],
): readonly Joined[] {
  const sizeOf = ({ installations, metrics, days }: MissingRange) =>
    installations.length * metrics.length * spansOf(days).reduce((sum, { from, to }) => sum + to - from, 0);
  /** `size`: total of the parts, equal ones counted once. */
  const joined: (Joined & { readonly size: number })[] = [];
  for (const one of all) {
    const joins = joined.map(({ parts, whole, size }) => {
      const both = union(whole, one);
      const grown = sizeOf(both) === sizeOf(whole) ? size : size + sizeOf(one);
      return { parts: [...parts, one], whole: both, size: grown };
    });
    const place = joins.findIndex(({ whole, size }) => sizeOf(whole) <= maxRatio * size);
    if (place < 0) joined.push({ parts: [one], whole: one, size: sizeOf(one) });
    else joined[place] = joins[place] as (typeof joins)[number];
  }
  return joined;
}

const union = (left: MissingRange, right: MissingRange): MissingRange => ({
  installations: [...new Set([...left.installations, ...right.installations])].sort((one, other) => one - other),
  metrics: [...new Set([...left.metrics, ...right.metrics])].sort(),
  days: new Set([...left.days, ...right.days]),
});

/** Activity of one device for one metric within one UTC day. */
type Activity = Pick<ActivityRow, 'covered' | 'instants' | 'gap' | 'longest' | 'described'>;

/** Activity of the devices of one site for one metric on one day (since 1970). */
export interface ActivityDay {
  readonly metric: string;
  readonly day: number;
  readonly devices: ReadonlyMap<number, Activity>;
}

/** Reporting intervals and gaps per device, for days that have rollups. */
export interface DeviceActivity {
  /** Days (of one metric at one site) that fit into the cache. More would be evicted before they are used again. */
  readonly maxDays: number;
  /** Returns the given days (ascending, none dirty) of every site and metric; may include other devices. */
  read(
    reader: QueryReader,
    organization: number,
    want: MergedTargets,
    days: readonly number[],
  ): Promise<readonly ActivityDay[]>;
}

interface CachedDay extends ActivityDay {
  /** Generation of the day when it was read. Any write changes it. */
  readonly generation: number;
  readonly size: number;
}

/** Maximum numbers in the cache: some tens of megabytes. */
const bound = 1_000_000;
/** Days loaded together, because neighbouring days are queried next. */
const block = 32;
/** Size of a day without data of its own. */
const minDaySize = 4;
/** Average size of a day: some days share their data, others have a dozen devices with gaps. */
const averageDaySize = 20;

/**
 * Caches days until they are written to; evicts the least recently used. `most` is the maximum of numbers in the cache.
 */
export function createDeviceActivity(ledger: DirtyDays, most = bound): DeviceActivity {
  const lines = new Lines(most);

  /** Loads whole blocks, caches their days without a write in the meantime, and returns the requested ones. */
  const load: Load = async (reader, organization, { installations, metrics, days }) => {
    const blocks = blocksOf(days);
    const all = blocks.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
    const before = installations.map((installation) => {
      const generationOf = ledger.generationsOf(organization, installation);
      return { installation, generations: new Map(all.map((day) => [day, generationOf(day)])) };
    });
    const statement = activityStatement(
      { organization, installations, metrics },
      buildRangesPart('days', blocks, 'day'),
    );
    const rows = Map.groupBy(await reader.query<ActivityRow>(statement), ({ installation, metric }) =>
      keyOf(organization, installation, metric),
    );
    const found: FoundDay[] = [];
    for (const { installation, generations } of before) {
      const generationOf = ledger.generationsOf(organization, installation);
      for (const metric of metrics) {
        const key = keyOf(organization, installation, metric);
        const devicesOn = devicesByDay(rows.get(key) ?? []);
        for (const day of all) {
          const { devices, size: own } = devicesOn(day);
          if (days.has(day)) found.push({ installation, metric, day, devices });
          const generation = generations.get(day) ?? null;
          if (generation !== null && generationOf(day) === generation)
            lines.put(key, { metric, day, devices, generation, size: minDaySize + own });
        }
      }
    }
    lines.makeRoom();
    return found;
  };

  const loadWithOthers = loadTogether(load);

  return {
    maxDays: most / averageDaySize,
    async read(reader, organization, want, days) {
      const { installations, metrics } = toFilter(want);
      const found: ActivityDay[] = [];
      const lacking = { installations: new Set<number>(), metrics: new Set<string>(), days: new Set<number>() };
      for (const installation of installations) {
        const generationOf = ledger.generationsOf(organization, installation);
        for (const metric of metrics) {
          const line = lines.touch(keyOf(organization, installation, metric));
          for (const day of days) {
            const kept = line?.get(day);
            if (kept !== undefined && kept.generation === generationOf(day)) found.push(kept);
            else {
              lacking.installations.add(installation);
              lacking.metrics.add(metric);
              lacking.days.add(day);
            }
          }
        }
      }
      if (lacking.days.size === 0) return found;
      const lists = { installations: [...lacking.installations], metrics: [...lacking.metrics], days: lacking.days };
      // Some days may be in both lists; merging reports twice is harmless.
      return [...found, ...(await loadWithOthers(reader, organization, lists))];
    },
  };
}

type Load = (reader: QueryReader, organization: number, lacking: MissingRange) => Promise<FoundDay[]>;

/** Merges the missing ranges that one query needs in the same turn of the event loop, for gaps and reading lengths. */
function loadTogether(load: Load): Load {
  const together = (reader: QueryReader) =>
    batchPerTick((asks: readonly { readonly organization: number; readonly lacking: MissingRange }[]) => {
      const answers = new Map<MissingRange, Promise<FoundDay[]>>();
      for (const [organization, alike] of Map.groupBy(asks, (ask) => ask.organization)) {
        const lacking = alike.map((ask) => ask.lacking);
        for (const { parts, whole } of mergeMissingRanges(lacking, blocksOf)) {
          const found = load(reader, organization, whole);
          for (const part of parts) answers.set(part, found);
        }
      }
      return asks.map(async ({ lacking }) => ((await answers.get(lacking)) ?? []).filter(isAmong(lacking)));
    });
  const readers = new WeakMap<QueryReader, ReturnType<typeof together>>();
  return (reader, organization, lacking) => {
    const gathered = readers.get(reader) ?? together(reader);
    readers.set(reader, gathered);
    return gathered({ organization, lacking });
  };
}

/** Cached days by line: one metric at one site of one organization. */
class Lines {
  readonly #most: number;
  readonly #lines = new Map<string, { readonly days: Map<number, CachedDay>; size: number }>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the days of a line and marks it as most recently used. */
  touch(key: string): ReadonlyMap<number, CachedDay> | null {
    const line = this.#lines.get(key);
    if (line === undefined) return null;
    this.#lines.delete(key);
    this.#lines.set(key, line);
    return line.days;
  }

  put(key: string, one: CachedDay): void {
    const line = this.#lines.get(key) ?? { days: new Map(), size: 0 };
    const grown = one.size - (line.days.get(one.day)?.size ?? 0);
    line.days.set(one.day, one);
    line.size += grown;
    this.#size += grown;
    this.#lines.set(key, line);
  }

  makeRoom(): void {
    for (const [oldest, { size }] of this.#lines) {
      if (this.#size <= this.#most) return;
      this.#lines.delete(oldest);
      this.#size -= size;
    }
  }
}

interface FoundDay extends ActivityDay {
  readonly installation: number;
}

/** Returns the blocks of days to load. */
const blocksOf = (days: Iterable<number>) =>
  joinSpans([...days].map((day) => ({ from: day - (day % block), to: day - (day % block) + block })));

function isAmong({ installations, metrics, days }: MissingRange): (found: FoundDay) => boolean {
  const [sites, names] = [new Set(installations), new Set(metrics)];
  return ({ installation, metric, day }) => days.has(day) && sites.has(installation) && names.has(metric);
}

const keyOf = (organization: number, installation: number, metric: string) =>
  `${organization} ${installation} ${metric}`;

/** Returns a look-up of device activity by day. Equal days share their data; its size counts for the first of them. */
function devicesByDay(
  rows: readonly ActivityRow[],
): (day: number) => { devices: ActivityDay['devices']; size: number } {
  const rowsOf = new Map<number, number[]>();
  for (const [index, { days }] of rows.entries())
    for (const day of days) {
      const list = rowsOf.get(day);
      if (list === undefined) rowsOf.set(day, [index]);
      else list.push(index);
    }
  const known = new Map<string, ActivityDay['devices']>();
  return (day) => {
    const places = rowsOf.get(day) ?? [];
    const key = places.join();
    const same = known.get(key);
    if (same !== undefined) return { devices: same, size: 0 };
    const of = places.map((place) => rows[place] as ActivityRow);
    const devices = new Map(
      of.map(({ device, covered, instants, gap, longest, described }) => [
        device,
        { covered, instants, gap, longest, described },
      ]),
    );
    known.set(key, devices);
    const size = of.reduce((sum, row) => sum + 9 + 2 * (row.covered.length + row.instants.length), 0);
    return { devices, size };
  };
}
