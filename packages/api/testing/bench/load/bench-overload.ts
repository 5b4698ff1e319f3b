import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describeMemory, watchStrain } from '../demo-product.ts';
import { chooseSize, formatMs, percentile } from '../timing.ts';
import { askYear, createTally, findTarget, measureRequest, type Tally, type Target } from './bench-load.ts';

/** Kind of request: `send` sends the next one and records its outcome, measured from its due time. */
interface Kind {
  readonly name: string;
  /** ms within which an answer is useful. */
  readonly deadline: number;
  send(due: number, into: Tally): Promise<void>;
}

const times = 5;
/** Concurrency levels tried to find the maximum rate. */
const concurrencies = [8, 32, 128];
const patienceMs = 60_000;
/** ms to wait until answers are normal again. */
const recoveryMs = chooseSize(60_000, 5000);
/** Readings per post: with single ones, the sender would be the bottleneck. */
const readingsPerPost = 100;
/** ms within which an answer counts as normal again. */
const quickMs = 1000;

/**
 * Measures how much is answered in time at five times the maximum rate, for posts and for year-long queries (together
 * with a few posts). Also measures how requests are refused, and the recovery time. `pid` as in `watchStrain`.
 */
export async function benchOverload(address: string, seconds: number, pid: number | null): Promise<string[]> {
  const target = await findTarget(address);
  const lines: string[] = [];
  for (const kind of [posts(target), questions(target)]) {
    const peak = await measurePeak(kind, seconds / concurrencies.length);
    const strain = await watchStrain(address, pid);
    const beside = createTally();
    const [over] = await Promise.all([
      sendSteadily(kind, times * peak, seconds),
      kind.name === 'posts' ? null : besideOf(target, seconds, beside),
    ]);
    const { memory } = await strain();
    const inTime = over.tally.taken.filter((taken) => taken <= kind.deadline).length / seconds;
    const ends = [...over.tally.ends].map(([how, count]) => `${how} ${count}`).join(', ');
    lines.push(
      `${kind.name}: ${peak.toFixed(1)} a second at most; of ${(over.sent / seconds).toFixed(1)} a second ${inTime.toFixed(1)} answered within ${kind.deadline / 1000} s, ${((100 * inTime) / peak).toFixed(0)} % of that (${ends}), p50 ${formatMs(percentile(over.tally.taken, 0.5))}${memory === null ? '' : `; memory at most ${describeMemory(memory)}`}`,
      `  answered within ${quickMs / 1000} s again ${formatMs(await measureRecovery(kind))} after the last was sent`,
    );
    if (beside.ends.size > 0)
      lines.push(
        `  posts beside it: ${[...beside.ends].map(([how, count]) => `${how} ${count}`).join(', ')}, p99 ${formatMs(percentile(beside.taken, 0.99))}`,
      );
  }
  return lines;
}

/** Returns the maximum number of answers per second, with senders that wait for each answer. */
async function measurePeak(kind: Kind, seconds: number): Promise<number> {
  let most = 0;
  for (const count of concurrencies) {
    const into = createTally();
    const begin = performance.now();
    const lane = async () => {
      while (performance.now() - begin < seconds * 1000) await kind.send(performance.now(), into);
    };
    await Promise.all(Array.from({ length: count }, lane));
    most = Math.max(most, (into.taken.length * 1000) / (performance.now() - begin));
  }
  if (most === 0) throw new Error(`no ${kind.name} were answered`);
  return most;
}

/** Sends at a steady rate, whether earlier requests are answered or not. */
async function sendSteadily(kind: Kind, perSecond: number, seconds: number): Promise<{ sent: number; tally: Tally }> {
  const into = createTally();
  const begin = performance.now();
  const under: Promise<void>[] = [];
  for (;;) {
    const due = begin + (under.length / perSecond) * 1000;
    while (performance.now() < due) await delay(1);
    if (performance.now() - begin >= seconds * 1000) break;
    under.push(kind.send(due, into));
  }
  await Promise.all(under);
  return { sent: under.length, tally: into };
}

/** Sends twenty posts a second, which must be accepted under any query load. */
async function besideOf(target: Target, seconds: number, into: Tally): Promise<void> {
  const { sent, tally: found } = await sendSteadily(posts(target), 20, seconds);
  for (const [how, count] of found.ends) into.ends.set(how, count);
  into.taken.push(...found.taken.slice(0, sent));
}

/** Returns the ms until ten requests in a row are answered at normal speed. */
async function measureRecovery(kind: Kind): Promise<number> {
  const begin = performance.now();
  for (let row = 0, first = begin; performance.now() - begin < recoveryMs; ) {
    const into = createTally();
    const from = performance.now();
    if (row === 0) first = from;
    await kind.send(from, into);
    row = (into.taken[0] ?? Number.POSITIVE_INFINITY) <= quickMs ? row + 1 : 0;
    if (row === 10) return first - begin;
    await delay(50);
  }
  return recoveryMs;
}

function questions(target: Target): Kind {
  let number = 0;
  return {
    name: 'year-long questions',
    deadline: 30_000,
    send: (due, into) => askYear(target, number++, AbortSignal.timeout(patienceMs), into, due),
  };
}

/** Posts of many readings each, all of them new. */
function posts({ address, ingestKey, sites }: Target): Kind {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  const serials = sites.flatMap((site) => site.serials);
  const url = new URL('/ingest/v1/readings', address);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ingestKey}` };
  let number = 0;
  const post = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const signal = AbortSignal.timeout(patienceMs);
      const posted = request(url, { method: 'POST', agent, headers, signal }, (response) => {
        response.resume();
        const { statusCode } = response;
        const how = statusCode === 200 ? 'answered' : `${statusCode}`;
        const isTold = statusCode === 200 || response.headers['retry-after'] !== undefined;
        response.on('end', () => resolve(isTold ? how : `${how}, not until when`));
        response.on('error', reject);
      });
      posted.on('error', reject);
      posted.end(body);
    });
  return {
    name: 'posts',
    deadline: 10_000,
    send(due, into) {
      const device = serials[number % serials.length];
      const first = Date.now() - (number++ % 1000) * readingsPerPost;
      const readings = Array.from({ length: readingsPerPost }, (_, index) => ({
        device,
        metric: 'affluenceIn',
        at: new Date(first - index).toISOString(),
        value: 1,
        interval: 0,
      }));
      return measureRequest(into, due, () => post(JSON.stringify(readings)));
    },
  };
}
