import { sql } from 'drizzle-orm';
import { readConfig } from '../config/read-config.ts';
import { openPlatform } from '../open-platform.ts';
import { ClosingStack } from '../process.ts';
import { createLogger } from '../telemetry/logger.ts';

// Runs as a separate process: writes to both stores of the data folder in its environment. Prints each write once it is
// acknowledged, so every printed line must survive a kill.
const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error.join());
const logger = createLogger('silent');
const platform = await openPlatform(config.value, logger, new ClosingStack(logger));
const start = Number(process.argv[2]);

async function writeRelational() {
  for (let number = start; ; number += 1) {
    await platform.relational.db.execute(sql`insert into organizations (name) values (${`o${number}`})`);
    process.stdout.write(`o${number}\n`);
  }
}

async function writeAnalytics() {
  for (let number = start; ; number += 1) {
    const at = number * 1000;
    const key = {
      organization: 1,
      installation: 1,
      metric: 'co2',
      device: 1,
      at,
      descriptors: '',
      visitor: '',
      x: -1,
      y: -1,
    };
    await platform.analytics.insert('readings', [{ ...key, value: number, weight: 1, interval: 0, version: 1 }]);
    process.stdout.write(`r${number}\n`);
  }
}

await Promise.all([writeRelational(), writeAnalytics()]);
