import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maxQueries } from '../../src/numbers/answers.graphql.ts';
import type { BenchWorld } from './bench-world.ts';
import { queryGraphql } from './query-graphql.ts';
import { buildQuestions } from './questions.ts';
import type { Sending, SentInTime } from './sender.ts';
import { chooseSize, type Finding, formatMs, percentile, toRatioFinding } from './timing.ts';

const batches = chooseSize(60, 4);
const perBatch = chooseSize(1000, 100);
const senders = 8;
const singles = chooseSize(20_000, 200);
const singleSenders = chooseSize(500, 20);
const steadySeconds = chooseSize(10, 1);

interface Sent {
  readonly device: number;
  readonly serial: string;
  readonly installation: number;
  readonly at: number;
}

/**
 * Measures durable readings per second, compared with the engine's own synced inserts and PostgreSQL's COPY of the same
 * batches.
 */
export async function benchIngestion(world: BenchWorld, folder: string): Promise<Finding[]> {
  const make = readingMaker(world);
  const sent = Array.from({ length: batches }, () => Array.from({ length: perBatch }, make));
  const product = ((batches * perBatch) / (await post(world, sent, senders)).total) * 1000;
  const engine = await engineRate(world, sent);
  const copy = await copyRate(world, sent, folder);
  const few = (count: number) => Array.from({ length: count }, () => [make()]);
  const oneByOne = async () => (singles / (await post(world, few(singles), singleSenders)).total) * 1000;
  // The first run is slower, because V8 has not compiled the code yet.
  const first = await oneByOne();
  const single = await oneByOne();
  const steady = () => post(world, few(Math.ceil((single / 2) * steadySeconds)), singleSenders, single / 2);
  const late = percentile((await steady()).answers, 0.99);
  const dearest = await besideDearest(world, steady);
  const lateBeside = percentile(dearest.done.answers, 0.99);
  const perSecond = (readings: number) => `${Math.round(readings)}/s`;
  return [
    toRatioFinding(
      `ingestion by ${perBatch}, beside the engine's own insert`,
      product / engine,
      0.4,
      `${perSecond(product)}, ${perSecond(engine)}`,
      true,
    ),
    toRatioFinding(
      `ingestion by ${perBatch}, beside PostgreSQL's COPY`,
      product / copy,
      1,
      `${perSecond(product)}, ${perSecond(copy)}`,
      true,
    ),
    {
      what: 'ingestion one by one',
      found: `${perSecond(single)}, of the first ${singles} ${perSecond(first)}`,
      goal: '≥ 8000/s',
      isMet: single >= 8000,
    },
    { what: 'p99 of the answers at half of that', found: formatMs(late), goal: '≤ 50 ms', isMet: late <= 50 },
    {
      what: `the same beside the dearest document, of ${dearest.questions} questions`,
      found: formatMs(lateBeside),
      goal: '≤ 250 ms',
      isMet: lateBeside <= 250,
    },
  ];
}

const asking = 'query($queries:[RetailDataQuery!]!){answers(queries:$queries){__typename}}';

/** Runs work while a client repeatedly sends a document with as many queries as allowed. */
async function besideDearest<Done>(world: BenchWorld, work: () => Promise<Done>) {
  const questions = buildQuestions(world);
  let time = 0;
  // About other days each time, because earlier answers are cached.
  const ask = (count: number) => {
    time += 1;
    const queries = Array.from({ length: count }, (_, index) =>
      (questions[index % questions.length] ?? questions[0])?.query(time + Math.floor(index / questions.length)),
    );
    return queryGraphql(world.address, world.token, asking, { queries });
  };
  let count = maxQueries;
  while (!(await isLetIn(() => ask(count)))) count = Math.floor(count * 0.8);
  let isOver = false;
  const owner = (async () => {
    // After its budget per minute is spent, the client waits like any other.
    while (!isOver) await ask(count).catch(() => pause(100));
  })();
  const done = await work();
  isOver = true;
  await owner;
  return { done, questions: count };
}

const isLetIn = (ask: () => Promise<unknown>) =>
  ask().then(
    () => true,
    (error: Error) => {
      if (/the limit is/.test(error.message)) return false;
      throw error;
    },
  );

/** Posts from a separate thread, so that sending takes no time of the product's thread. */
async function post(
  { address, ingestKey }: BenchWorld,
  batches: readonly (readonly Sent[])[],
  connections: number,
  perSecond: number | null = null,
): Promise<SentInTime> {
  const readings = batches[0]?.length ?? 0;
  const workerData: Sending = { address, ingestKey, bodies: batches.map(bodyOf), readings, connections, perSecond };
  const worker = new Worker(new URL('./sender.ts', import.meta.url), { workerData });
  const [sent] = (await once(worker, 'message')) as [SentInTime];
  return sent;
}

function bodyOf(batch: readonly Sent[]): string {
  const rest = { metric: 'affluenceIn', value: 1, interval: 1 };
  return JSON.stringify(batch.map(({ serial, at }) => ({ device: serial, at: new Date(at).toISOString(), ...rest })));
}

/** Returns a function that creates readings after the history, each for another door or second. */
function readingMaker({ sites, end }: BenchWorld): () => Sent {
  const doors = sites.flatMap(({ installationId, devices }) =>
    devices
      .filter(({ kind }) => kind === 'pad')
      .map(({ id, serial }) => ({ device: id as number, serial, installation: installationId as number })),
  );
  let number = 0;
  return () => {
    const door = doors[number % doors.length] as (typeof doors)[number];
    const at = end + Math.floor(number / doors.length) * 1000;
    number += 1;
    return { ...door, at };
  };
}

async function rate<Batch>(
  readings: number,
  lanes: number,
  list: readonly Batch[],
  send: (batch: Batch) => Promise<unknown>,
) {
  const waiting = [...list];
  const begin = performance.now();
  const lane = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await send(batch);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (readings / (performance.now() - begin)) * 1000;
}

async function engineRate({ platform, organization }: BenchWorld, sent: readonly (readonly Sent[])[]): Promise<number> {
  const { analytics } = platform;
  await analytics.command({ sql: 'CREATE TABLE bench_inserts AS readings', params: {} });
  const rest = {
    organization,
    metric: 'affluenceIn',
    descriptors: '',
    visitor: '',
    x: -1,
    y: -1,
    value: 1,
    weight: 1,
    interval: 1,
  };
  const found = await rate(batches * perBatch, 2, sent, (batch) =>
    analytics.insert(
      'bench_inserts',
      batch.map(({ installation, device, at }) => ({ ...rest, installation, device, at, version: 1 })),
    ),
  );
  await analytics.command({ sql: 'DROP TABLE bench_inserts', params: {} });
  return found;
}

/** Copies from existing files, one transaction per batch. */
async function copyRate({ platform }: BenchWorld, sent: readonly (readonly Sent[])[], folder: string): Promise<number> {
  const { pool } = platform.relational;
  await pool.query('drop table if exists bench_copies');
  await pool.query('create table bench_copies (like bench_readings including all)');
  const files = sent.map((_, index) => join(folder, `batch-${index}.csv`));
  for (const [index, batch] of sent.entries()) {
    const lines = batch.map(
      ({ installation, device, at }) => `${installation},affluenceIn,${device},${new Date(at).toISOString()},1`,
    );
    await writeFile(files[index] as string, lines.join('\n'));
  }
  const found = await rate(batches * perBatch, 2, files, (file) =>
    pool.query(`copy bench_copies from '${file}' (format csv)`),
  );
  await pool.query('drop table bench_copies');
  return found;
}
