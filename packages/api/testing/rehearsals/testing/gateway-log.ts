import type { Random } from '@atrium/testkit/chance';
import type { AnalyticsStore } from '../../../src/platform/analytics-store.ts';

const first = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** State of one reading at a gateway: the last acknowledged value, and a later one that was sent without an answer. */
interface Entry {
  readonly at: number;
  acknowledged: number | null;
  inDoubt: number | null;
}

/** Everything a gateway has sent for its device, with the acknowledgements. */
export class GatewayLog {
  readonly device: string;
  readonly #entries: Entry[] = [];
  readonly #doubtful = new Set<Entry>();
  readonly #random: Random;

  constructor(device: string, random: Random) {
    this.device = device;
    this.#random = random;
  }

  /** Returns the next readings to send: all unacknowledged ones, occasional corrections, and new ones. */
  next(): readonly Entry[] {
    if (this.#doubtful.size > 400) return this.left();
    const known = this.#entries.length;
    const corrections = known > 20 ? this.#random.below(3) : 0;
    for (let each = 0; each < corrections; each++) {
      // Half of the corrections are of recent readings, some of which are still in transit.
      const lately = this.#random.chance(0.5) ? Math.max(0, known - 100) : 0;
      const entry = this.#entries[lately + this.#random.below(known - lately)] as Entry;
      if (!this.#doubtful.has(entry)) this.#doubt(entry, 1 + this.#random.below(5000));
    }
    const fresh = 1 + this.#random.below(20);
    for (let each = 0; each < fresh; each++) {
      const entry = { at: first + (known + each) * minute, acknowledged: null, inDoubt: null };
      this.#entries.push(entry);
      this.#doubt(entry, 1 + this.#random.below(50));
    }
    return this.left();
  }

  /** Returns the unacknowledged readings, with nothing new. */
  left(): readonly Entry[] {
    return [...this.#doubtful];
  }

  acknowledge(entries: readonly Entry[]): void {
    for (const entry of entries) {
      entry.acknowledged = entry.inDoubt ?? entry.acknowledged;
      entry.inDoubt = null;
      this.#doubtful.delete(entry);
    }
  }

  payloadOf(entries: readonly Entry[]): string {
    const readings = entries.map(({ at, inDoubt }) => ({
      device: this.device,
      metric: 'affluenceIn',
      at: new Date(at).toISOString(),
      value: inDoubt,
      interval: 60,
    }));
    return JSON.stringify(readings);
  }

  /** Number of readings, acknowledged or not. */
  get size(): number {
    return this.#entries.length;
  }

  /** Acknowledged values by instant. */
  get acknowledged(): ReadonlyMap<number, number> {
    return new Map(
      this.#entries.flatMap(({ at, acknowledged }) => (acknowledged === null ? [] : [[at, acknowledged]])),
    );
  }

  #doubt(entry: Entry, value: number): void {
    entry.inDoubt = value;
    this.#doubtful.add(entry);
  }
}

interface Stored {
  readonly device: number;
  readonly at: number;
  readonly value: number;
}

/** Compares stored readings with acknowledged ones, once all are acknowledged. */
export async function compareWithStore(analytics: AnalyticsStore, ledgers: readonly GatewayLog[]) {
  const rows = await analytics.query<Stored & Record<string, unknown>>(
    { sql: 'SELECT toFloat64(device) AS device, toFloat64(at) AS at, value FROM readings FINAL', params: {} },
    { purpose: 'upkeep' },
  );
  // Device ids follow the order of the site file.
  const byDevice = [...Map.groupBy(rows, ({ device }) => device)].sort(([a], [b]) => a - b);
  let [acknowledged, lost, people] = [0, 0, 0];
  for (const [index, ledger] of ledgers.entries()) {
    const stored = new Map(byDevice[index]?.[1].map(({ at, value }) => [at, value]));
    for (const [at, value] of ledger.acknowledged) {
      acknowledged += 1;
      people += value;
      if (stored.get(at) !== value) lost += 1;
    }
  }
  return { acknowledged, lost, doubled: rows.length - acknowledged, people };
}
