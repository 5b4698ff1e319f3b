import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAnalyticsStore } from '../../platform/analytics/open-analytics-store.ts';
import { programFile } from '../../platform/testing/program-file.ts';
import { readStoredContents } from './testing/ingest-fixture.ts';
import { connectGateway, isAcknowledged, publicId } from './testing/mqtt-client.ts';

/** Raise it for long runs. */
const kills = Number(process.env.ATRIUM_TEST_KILLS ?? 5);
const senders = 4;
const start = Date.UTC(2026, 0, 1);

/** A sender's record of one reading: the last acknowledged value, and the values sent since without an answer. */
interface LedgerEntry {
  readonly device: string;
  readonly at: number;
  acknowledged: number | null;
  inDoubt: number[];
}

interface Doors {
  readonly address: string;
  readonly mqttPort: number;
}

async function startServer(folder: string): Promise<{ child: ChildProcess; doors: Doors }> {
  const file = programFile('numbers/ingest/testing/ingest-server.ts');
  const child = fork(file, [folder], { execArgv: [] });
  const doors = await new Promise<Doors>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Doors));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, doors };
}

/** Sends a payload; resolves to true when it was acknowledged. */
type Post = (payload: string) => Promise<boolean>;

const overHttp = async ({ address }: Doors): Promise<Post> => {
  return async (body) => {
    const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
    const answer = await fetch(`${address}/ingest/v1/readings`, { method: 'POST', headers, body }).catch(() => null);
    if (answer === null || answer.status !== 200) return false;
    // A response cut off by the kill acknowledges nothing.
    const summary = await answer.json().catch(() => null);
    if (summary === null) return false;
    expect(summary.rejected).toEqual([]);
    return true;
  };
};

const overMqtt = async ({ mqttPort }: Doors): Promise<Post> => {
  const client = await connectGateway(mqttPort);
  return (payload) => isAcknowledged(client, `atrium/v1/${publicId}/readings`, payload);
};

/** Sends the newest values of the entries; resolves to true when they were acknowledged. */
async function send(post: Post, entries: readonly LedgerEntry[]): Promise<boolean> {
  const readings = entries.map(({ device, at, inDoubt }) => ({
    device,
    metric: 'affluenceIn',
    at: new Date(at).toISOString(),
    value: inDoubt.at(-1),
    interval: 60,
  }));
  if (!(await post(JSON.stringify(readings)))) return false;
  for (const entry of entries) {
    entry.acknowledged = entry.inDoubt.at(-1) as number;
    entry.inDoubt = [];
  }
  return true;
}

/** Sends new readings, corrections and unacknowledged readings until the server is gone. */
async function keepSending(post: Post, device: string, ledger: LedgerEntry[], random: () => number) {
  for (;;) {
    const again = ledger.filter(({ inDoubt }) => inDoubt.length > 0);
    const corrected = ledger.filter(({ inDoubt }) => inDoubt.length === 0 && random() < 0.02);
    for (const entry of corrected) entry.inDoubt.push((entry.acknowledged as number) + 1_000);
    const fresh = Array.from({ length: 1 + Math.floor(random() * 40) }, (_, index) => {
      const entry = {
        device,
        at: start + (ledger.length + index) * 60_000,
        acknowledged: null,
        inDoubt: [1 + Math.floor(random() * 50)],
      };
      return entry;
    });
    ledger.push(...fresh);
    if (!(await send(post, [...again, ...corrected, ...fresh]))) return;
  }
}

test.each([
  ['HTTP', overHttp],
  ['MQTT', overMqtt],
])(
  `${kills} kills under %s load: nothing acknowledged is lost, nothing is counted twice`,
  async (_, open) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-kill-'));
    const ledgers: LedgerEntry[][] = Array.from({ length: senders }, () => []);
    const random = seeded(7);
    for (let round = 0; round < kills; round++) {
      const { child, doors } = await startServer(folder);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      const posts = await Promise.all(ledgers.map(() => open(doors)));
      const sending = ledgers.map((ledger, index) =>
        keepSending(posts[index] as Post, `PAD-${index + 1}`, ledger, random),
      );
      await new Promise((resolve) => setTimeout(resolve, 150 + random() * 500));
      child.kill('SIGKILL');
      await Promise.all([gone, ...sending]);
    }
    const entries = ledgers.flat();
    const acknowledged = entries.filter((entry) => entry.acknowledged !== null);
    expect(acknowledged.length).toBeGreaterThan(kills * senders);

    const store = await openAnalyticsStore({ source: { folder } });
    const rows = await readStoredContents(store, 1);
    await store.close();
    await rm(folder, { recursive: true, force: true });
    const stored = new Map(rows.map((row) => [`${Number(row.device) - 1_000} ${row.at}`, row.value]));
    expect(stored.size).toBe(rows.length);
    const keyOf = ({ device, at }: LedgerEntry) => `${device.slice(4)} ${at}`;
    const wrong = acknowledged.filter((entry) => {
      const value = stored.get(keyOf(entry)) as number;
      return value !== entry.acknowledged && !entry.inDoubt.includes(value);
    });
    expect(wrong).toEqual([]);
    const known = new Set(entries.map(keyOf));
    expect([...stored.keys()].filter((key) => !known.has(key))).toEqual([]);
  },
  30_000 + kills * 15_000,
);

/** Seeded random generator, so that a failing run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
