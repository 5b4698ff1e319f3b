import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Sending, SentInTime } from '../sender.ts';
import { chooseSize } from '../timing.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { type Installation, openInstallation, siteNumbers } from './installation.ts';

const perBatch = chooseSize(1000, 100);
const batchesPerSite = chooseSize(8, 1);
const repetitions = chooseSize(3, 1);
const connections = 16;
/** ms to wait for shards to be assigned, which takes one or two rounds of half a second. */
const sharingMs = 5000;

let sent = 0;

/** Returns bodies of new readings, each for one site. */
function bodies(): readonly string[] {
  sent += 1;
  return siteNumbers.flatMap((site) =>
    Array.from({ length: batchesPerSite }, (_, batch) => {
      const first = Date.UTC(2026, 0, sent, 0, 0, batch * perBatch);
      const readings = Array.from({ length: perBatch }, (_, index) => ({
        device: `PAD-${site}`,
        metric: 'affluenceIn',
        at: new Date(first + index * 1000).toISOString(),
        value: 1,
        interval: 1,
      }));
      return JSON.stringify(readings);
    }),
  );
}

/** Returns the readings per second when posting to all of these addresses at once. */
async function rateAt(doors: readonly string[], ingestKey: string): Promise<number> {
  const all = bodies();
  const begin = performance.now();
  await Promise.all(
    doors.map(async (address, door) => {
      const workerData: Sending = {
        address,
        ingestKey,
        bodies: all.filter((_, index) => index % doors.length === door),
        readings: perBatch,
        connections: connections / doors.length,
        perSecond: null,
      };
      const worker = new Worker(new URL('../sender.ts', import.meta.url), { workerData });
      await (once(worker, 'message') as Promise<[SentInTime]>);
    }),
  );
  return (all.length * perBatch * 1000) / (performance.now() - begin);
}

async function best(of: number, measure: () => Promise<number>): Promise<number> {
  let found = 0;
  for (let time = 0; time < of; time++) found = Math.max(found, await measure());
  return found;
}

/** Compares ingestion by one worker with that by several that share the sites, on the same servers. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { workers: { type: 'string', default: '2' }, brief: { type: 'boolean' } } });
  const count = Number(values.workers);
  if (!Number.isSafeInteger(count) || count < 2 || count > 16) throw new Error('--workers takes 2 to 16');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(`${cpus().length} cores for all processes, the servers and what sends; load ${loadavg()[0]?.toFixed(1)}`);
  await withTempFolder(async (folder) => {
    const installation = await openInstallation(join(folder, 'data'));
    try {
      await measure(installation, count, say);
    } finally {
      await installation.close();
    }
  });
}

async function measure({ start, ingestKey }: Installation, count: number, say: (line: string) => void) {
  const doors = [await start('worker', 'worker-1')];
  await delay(sharingMs);
  await rateAt(doors, ingestKey);
  const one = await best(repetitions, () => rateAt(doors, ingestKey));
  say(`1 worker: ${Math.round(one)} readings a second`);
  for (let number = 2; number <= count; number++) doors.push(await start('worker', `worker-${number}`));
  await delay(sharingMs);
  await rateAt(doors, ingestKey);
  const many = await best(repetitions, () => rateAt(doors, ingestKey));
  say(`${count} workers: ${Math.round(many)} readings a second, ${(many / one).toFixed(2)} ×`);
  const first = doors.slice(0, 1);
  const handed = await best(repetitions, () => rateAt(first, ingestKey));
  say(
    `${count} workers, posted at one of them: ${Math.round(handed)} readings a second, ${(handed / one).toFixed(2)} ×`,
  );
}

await run();
process.exit(0);
