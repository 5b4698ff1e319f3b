import type { QuestionReader } from '../../../../platform/analytics-store.ts';
import type { DayLedger } from '../../../rollups/index.ts';
import { type Gathered, listsOf } from '../gather-scans.ts';
import { joinSpans } from '../spans.ts';
import { type ActivityRow, activityStatement } from '../statements/activity-statement.ts';
import { rangesPart } from '../time-cover.ts';

/** What one device sent of one metric within one UTC day. */
export type Activity = Pick<ActivityRow, 'covered' | 'instants' | 'gap' | 'longest' | 'described'>;

/** What the devices of one site sent of one metric on one day (since 1970). */
export interface ActivityDay {
  readonly metric: string;
  readonly day: number;
  readonly devices: ReadonlyMap<number, Activity>;
}

/** Who was heard of when, on days that are rolled up. */
export interface DeviceActivity {
  /** Days, each of one metric at one site, that are kept together: of more, some are gone before they are asked for again. */
  readonly mostDays: number;
  /** Of every site and metric wanted the given days (ascending, none of them dirty); maybe of more devices than wanted. */
  read(
    reader: QuestionReader,
    organization: number,
    want: Gathered,
    days: readonly number[],
  ): Promise<readonly ActivityDay[]>;
}

interface KeptDay extends ActivityDay {
  /** The ledger's at the time: any write since makes it another. */
  readonly generation: number;
  readonly size: number;
}

/** Numbers that all kept days may hold together: some tens of megabytes. */
const bound = 1_000_000;
/** Days that are fetched together: whoever looks at one looks at its neighbours next. */
const block = 32;
/** What a day without anything of its own to remember takes of the bound. */
const leastSize = 4;
/** What a day takes of it where its like is common: some days are alike, others have a dozen devices with gaps. */
const usualSize = 20;

/**
 * Keeps them in memory for as long as nothing is written to them; what was asked for least lately makes room. `most` is
 * how many numbers they may hold together.
 */
export function keepDeviceActivity(ledger: DayLedger, most = bound): DeviceActivity {
  const lines = new Lines(most);

  /** Reads whole blocks, keeps those of their days to which nothing is written meanwhile, and answers the asked ones. */
  const load = async (
    reader: QuestionReader,
    organization: number,
    { installations, metrics, days }: Lacking,
  ): Promise<ActivityDay[]> => {
    const blocks = joinSpans([...days].map((day) => ({ from: day - (day % block), to: day - (day % block) + block })));
    const all = blocks.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
    const before = installations.map((installation) => {
      const generationOf = ledger.generationsOf(organization, installation);
      return { installation, generations: new Map(all.map((day) => [day, generationOf(day)])) };
    });
    const statement = activityStatement({ organization, installations, metrics }, rangesPart('days', blocks, 'day'));
    const rows = Map.groupBy(await reader.query<ActivityRow>(statement), ({ installation, metric }) =>
      keyOf(organization, installation, metric),
    );
    const found: ActivityDay[] = [];
    for (const { installation, generations } of before) {
      const generationOf = ledger.generationsOf(organization, installation);
      for (const metric of metrics) {
        const key = keyOf(organization, installation, metric);
        const devicesOn = devicesByDay(rows.get(key) ?? []);
        for (const day of all) {
          const { devices, size: own } = devicesOn(day);
          if (days.has(day)) found.push({ metric, day, devices });
          const generation = generations.get(day) ?? null;
          if (generation !== null && generationOf(day) === generation)
            lines.put(key, { metric, day, devices, generation, size: leastSize + own });
        }
      }
    }
    lines.makeRoom();
    return found;
  };

  return {
    mostDays: most / usualSize,
    async read(reader, organization, want, days) {
      const { installations, metrics } = listsOf(want);
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
      // Some of it may be found already: who was heard of twice was heard of.
      return [...found, ...(await load(reader, organization, lists))];
    },
  };
}

/** Days by line: one metric at one site of one organization. */
class Lines {
  readonly #most: number;
  readonly #lines = new Map<string, { readonly days: Map<number, KeptDay>; size: number }>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The days of a line, which was asked for latest then. */
  touch(key: string): ReadonlyMap<number, KeptDay> | null {
    const line = this.#lines.get(key);
    if (line === undefined) return null;
    this.#lines.delete(key);
    this.#lines.set(key, line);
    return line.days;
  }

  put(key: string, one: KeptDay): void {
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

interface Lacking {
  readonly installations: readonly number[];
  readonly metrics: readonly string[];
  readonly days: ReadonlySet<number>;
}

const keyOf = (organization: number, installation: number, metric: string) =>
  `${organization} ${installation} ${metric}`;

/** Who was heard of on a day. Days that are alike share what they hold; the first of them is told its size. */
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
