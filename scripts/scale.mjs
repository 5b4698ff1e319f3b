#!/usr/bin/env node
// Simulates docs/scale.md: distributes organizations of uneven sizes over installations, and runs an hour of each second
// by second: npm run scale -- --shops 1000000 --organizations 10000 --installations 100 --together 0.5
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    shops: { type: 'string', default: '1000000' },
    organizations: { type: 'string', default: '10000' },
    installations: { type: 'string', default: '100' },
    /** Share of devices that send at the full second of their interval; the others are spread. */
    together: { type: 'string', default: '0.5' },
  },
});
const [shops, organizations, installations, together] = [
  values.shops,
  values.organizations,
  values.installations,
  values.together,
].map(Number);

/** From docs/operating.md and docs/bench.md: readings of a shop, and batch throughput of a process. */
const everyFiveMinutes = 7;
const everyQuarter = 1;
const perDay = 288 * everyFiveMinutes + 96 * everyQuarter;
const bytesPerReading = 24;
const takenPerSecond = 18_000;
const maxWaiting = Math.min(150_000, 8 * takenPerSecond);
/** Retry delay of rejected requests, seconds. */
const retryDelaySeconds = 5;

/** Deterministic pseudo-random numbers. */
let state = 20_261_126;
function chance() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Pareto-distributed sizes, largest first: few large and many small. */
function sizes() {
  const drawn = Array.from({ length: organizations }, () => (1 - chance()) ** (-1 / 1.2));
  const sum = drawn.reduce((total, one) => total + one, 0);
  return drawn.map((one) => Math.max(1, Math.round((one * shops) / sum))).toSorted((left, right) => right - left);
}

/** Assigns each organization to the installation with the fewest shops. */
function placed(all) {
  const load = new Array(installations).fill(0);
  for (const size of all) load[load.indexOf(Math.min(...load))] += size;
  return load;
}

/** Simulates an hour of an installation: maximum queue, number of rejections, and longest wait in seconds. */
function hourOf(count) {
  const spread = ((1 - together) * count * perDay) / 86_400;
  const again = new Array(3600 + retryDelaySeconds + 1).fill(0);
  let [waiting, most, refused] = [0, 0, 0];
  for (let second = 0; second < 3600; second++) {
    let arriving = spread + again[second];
    if (second % 300 === 0) arriving += together * count * everyFiveMinutes;
    if (second % 900 === 0) arriving += together * count * everyQuarter;
    const taken = Math.min(arriving, maxWaiting - waiting);
    refused += arriving - taken;
    again[second + retryDelaySeconds] += arriving - taken;
    waiting += taken;
    most = Math.max(most, waiting);
    waiting = Math.max(0, waiting - takenPerSecond);
  }
  return { most, refused, seconds: most / takenPerSecond };
}

const all = sizes();
const load = placed(all);
const [largest, smallest] = [Math.max(...load), Math.min(...load)];
const number = (value, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const line = (what, told) => process.stdout.write(`${what.padEnd(48)}${told}\n`);
line('shops, organizations, installations', [shops, organizations, installations].map((one) => number(one)).join(', '));
line('the largest organization', `${number(all[0])} shops`);
line('an installation has', `${number(smallest)} to ${number(largest)} shops`);
line(
  'readings a second, all, the largest',
  `${number((shops * perDay) / 86_400)}, ${number((largest * perDay) / 86_400)}`,
);
const terabytes = (count) => (count * perDay * 365 * bytesPerReading) / 1e12;
line('disk a year, all, the largest', `${number(terabytes(shops), 1)} TB, ${number(terabytes(largest), 2)} TB`);
const { most, refused, seconds } = hourOf(largest);
line(`the largest, ${number(100 * together)} % of devices at full minutes`, `${number(most)} readings wait at most`);
line('  the last of them is taken in after', `${number(seconds, 1)} s`);
line('  told to come again, in an hour', `${number(refused)} readings`);
