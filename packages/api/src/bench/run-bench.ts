import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAnswers } from './bench-answers.ts';
import { benchDemo } from './bench-demo.ts';
import { benchIngestion } from './bench-ingestion.ts';
import { buildWorld } from './bench-world.ts';
import { tableOf } from './timing.ts';

/** Prints where it ran, then the table. Whatever the machine is busy with, the ratios are of one run. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { readings: { type: 'string', default: '5000000' } } });
  const readings = Number(values.readings);
  if (!Number.isSafeInteger(readings) || readings < 1) throw new Error('--readings takes a whole number');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  try {
    const world = await buildWorld(join(folder, 'data'), readings, say);
    const [engine] = await world.platform.analytics.query<{ version: string }>({
      sql: 'SELECT version() AS version',
      params: {},
    });
    const { rows } = await world.platform.relational.pool.query<{ version: string }>('show server_version');
    say(`${world.readings} readings; ClickHouse ${engine?.version}, PostgreSQL ${Object.values(rows[0] ?? {})[0]}\n`);
    say(`${tableOf([...(await benchAnswers(world)), ...(await benchIngestion(world, folder))])}\n`);
    await world.close();
    say(tableOf(await benchDemo(join(folder, 'demo'))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await run();
process.exit(0);
