import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWorld } from '../bench-world.ts';
import { chooseSize, formatTable } from '../timing.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { benchLive } from './bench-live.ts';
import { benchStalled } from './bench-stalled.ts';

/**
 * Measures only live values: their latency, or with `--live-stalled` the cost of some subscribers that stop reading.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      live: { type: 'boolean' },
      'live-stalled': { type: 'boolean', default: false },
      subscribers: { type: 'string', default: `${chooseSize(2000, 40)}` },
      minutes: { type: 'string', default: `${chooseSize(10, 0.05)}` },
      brief: { type: 'boolean', default: false },
    },
  });
  const [subscribers, minutes] = [Number(values.subscribers), Number(values.minutes)];
  if (!Number.isSafeInteger(subscribers) || subscribers < 20 || !(minutes > 0))
    throw new Error('--subscribers takes a whole number from 20 on, --minutes one above 0');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  await withTempFolder(async (folder) => {
    const world = await buildWorld(join(folder, 'data'), 1, say);
    say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}\n`);
    const found = values['live-stalled']
      ? await benchStalled(world, { subscribers, minutes }, say)
      : await benchLive(world);
    say(formatTable(found));
    await world.close();
  });
}

await run();
process.exit(0);
