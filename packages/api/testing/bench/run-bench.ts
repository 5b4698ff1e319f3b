import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { benchAlerts } from './bench-alerts.ts';
import { benchAnswers, type SitePage, timeSitePage } from './bench-answers.ts';
import { benchDemo } from './bench-demo.ts';
import { benchIngestion } from './bench-ingestion.ts';
import { benchRest } from './bench-rest.ts';
import { type BenchWorld, buildWorld } from './bench-world.ts';
import { benchLive } from './live/bench-live.ts';
import { chooseSize, type Finding, formatMs, formatTable, isBrief, toRatioFinding } from './timing.ts';
import { withTempFolder } from './with-temp-folder.ts';

/** Prints the machine, then the results. Ratios compare measurements of one run, so other load affects both sides. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      readings: { type: 'string', default: `${chooseSize(5_000_000, 1)}` },
      question: { type: 'string' },
      ingestion: { type: 'boolean', default: false },
      rest: { type: 'boolean', default: false },
      growth: { type: 'string' },
      'site-page': { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
    },
  });
  const readings = countOf(values.readings);
  if (values['site-page']) return printSitePage(readings);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (values.growth !== undefined) return printGrowth(values.growth.split(',').map(countOf), say);
  await withTempFolder(async (folder) => {
    const world = await buildWorld(join(folder, 'data'), readings, say);
    const [engine] = await world.platform.analytics.query<{ version: string }>({
      sql: 'SELECT version() AS version',
      params: {},
    });
    const { rows } = await world.platform.relational.pool.query<{ version: string }>('show server_version');
    say(`${world.readings} readings; ClickHouse ${engine?.version}, PostgreSQL ${Object.values(rows[0] ?? {})[0]}\n`);
    if (values.question !== undefined) {
      say(formatTable(await benchAnswers(world, values.question)));
      return world.close();
    }
    if (values.ingestion) {
      say(formatTable(await benchIngestion(world, folder)));
      return world.close();
    }
    if (values.rest) {
      say(formatTable(await benchRest(world)));
      return world.close();
    }
    // Printed part by part, because a large run may be stopped early.
    say(`${formatTable(await benchAnswers(world))}\n`);
    say(`${formatTable(await benchRest(world))}\n`);
    say(`${formatTable([await benchGrowth(world, Math.ceil(readings / 10))])}\n`);
    say(`${formatTable(await benchLive(world))}\n`);
    say(`${formatTable(await benchAlerts(world))}\n`);
    say(`${formatTable(await benchIngestion(world, folder))}\n`);
    await world.close();
    say(formatTable(await benchDemo(join(folder, 'demo'))));
  });
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${text} is no whole number of readings`);
  return count;
}

/** Measures the same page over more and more readings; the first line is the reference. */
async function printGrowth(counts: readonly number[], say: (line: string) => void): Promise<void> {
  for (const count of counts) {
    const { readings, seconds, ms: taken, statements, rows } = await sitePageOver(count);
    say(
      `${readings} readings, built in ${Math.round(seconds)} s: a site's page of 12 widgets ${formatMs(taken)}, ${statements} statements, ${rows} rows read`,
    );
  }
}

/** Compares with the same page over a tenth of the readings. */
async function benchGrowth(world: BenchWorld, fewer: number): Promise<Finding> {
  const small = await sitePageOver(fewer);
  const large = await timeSitePage(world);
  return toRatioFinding(
    `a site's page of 12 widgets, of ${(world.readings / small.readings).toFixed(1)} × the readings`,
    large.ms / small.ms,
    1.3,
    `${formatMs(large.ms)}, ${formatMs(small.ms)}`,
  );
}

interface SitePageOver extends SitePage {
  readonly readings: number;
  /** Seconds to build it. */
  readonly seconds: number;
}

/** Runs in a separate process, because the engine can open only one folder per process. */
async function sitePageOver(readings: number): Promise<SitePageOver> {
  const script = fileURLToPath(import.meta.url);
  const asked = ['--site-page', '--readings', `${readings}`, ...(isBrief ? ['--brief'] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...asked]);
  return JSON.parse(stdout.trim().split('\n').at(-1) as string) as SitePageOver;
}

async function printSitePage(readings: number): Promise<void> {
  await withTempFolder(async (folder) => {
    const begin = performance.now();
    const world = await buildWorld(join(folder, 'data'), readings, () => {}, false);
    const seconds = (performance.now() - begin) / 1000;
    const found: SitePageOver = { readings: world.readings, seconds, ...(await timeSitePage(world)) };
    process.stdout.write(`${JSON.stringify(found)}\n`);
    await world.close();
  });
}

await run();
process.exit(0);
