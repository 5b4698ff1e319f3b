import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMemory, measureMemory, startDemo, stopDemo, watchStrain } from '../demo-product.ts';
import { chooseSize, formatMs, isBrief } from '../timing.ts';
import { benchExport } from './bench-export.ts';
import { benchLoad, type Load } from './bench-load.ts';
import { benchOverload } from './bench-overload.ts';

const number = (value: string | undefined): number => {
  const found = Number(value);
  if (!Number.isSafeInteger(found) || found < 0) throw new Error(`${value} is no whole number`);
  return found;
};

/** ms after which an idle product has released the memory of a busy time. */
const restMs = chooseSize(60_000, 0);

/** Loads the demo at `--address`, or a temporary one, and prints the results of posts, pages and queries. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      load: { type: 'boolean' },
      address: { type: 'string' },
      seconds: { type: 'string', default: `${chooseSize(30, 2)}` },
      people: { type: 'string', default: `${chooseSize(20, 3)}` },
      posts: { type: 'string', default: `${chooseSize(300, 20)}` },
      questions: { type: 'string' },
      export: { type: 'string', ...(isBrief ? { default: '500' } : {}) },
      overload: { type: 'boolean' },
      brief: { type: 'boolean' },
    },
  });
  const beside = values.questions === undefined ? [0, chooseSize(500, 5)] : [number(values.questions)];
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const load: Load = {
    seconds: number(values.seconds),
    people: number(values.people),
    postsPerSecond: number(values.posts),
    yearQuestions: 0,
  };
  const measureOverload = async (address: string, pid: number | null) => {
    say(`five times what is taken in and answered, on ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    for (const line of await benchOverload(address, load.seconds, pid)) say(`  ${line}`);
  };
  const measureExport = async (address: string, pid: number | null) => {
    const rows = number(values.export);
    say(
      `an export of ${rows} rows beside ${load.people} people reading and ${load.postsPerSecond} posts a second, on ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const line of await benchExport(address, load, rows, pid)) say(`  ${line}`);
  };
  const measureLoad = async (address: string, pid: number | null) => {
    for (const yearQuestions of beside) {
      say(
        `${load.people} people reading beside ${load.postsPerSecond} posts a second and ${yearQuestions} year-long questions, ${load.seconds} s on ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      );
      const strain = await watchStrain(address, pid);
      for (const line of await benchLoad(address, { ...load, yearQuestions })) say(`  ${line}`);
      const { lagMs, longestLagMs, memory } = await strain();
      say(
        `  event loop late by p99 ${formatMs(lagMs)}, at most ${formatMs(longestLagMs)}${memory === null ? '' : `; memory at most ${describeMemory(memory)}`}`,
      );
      if (pid !== null) {
        await delay(restMs);
        say(`  memory a minute after: ${describeMemory(await measureMemory(pid))}`);
      }
    }
  };
  const measure = async (address: string, pid: number | null) => {
    if (isBrief || (values.overload !== true && values.export === undefined)) await measureLoad(address, pid);
    if (isBrief || values.overload === true) await measureOverload(address, pid);
    if (isBrief || (values.overload !== true && values.export !== undefined)) await measureExport(address, pid);
  };
  if (values.address !== undefined) return measure(values.address, null);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-load-'));
  const { child, address } = await startDemo(join(folder, 'demo'));
  try {
    await measure(address, child.pid ?? null);
  } finally {
    await stopDemo(child);
    await rm(folder, { recursive: true, force: true });
  }
}

await run();
process.exit(0);
