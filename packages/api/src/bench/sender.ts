import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What to post, and how: as quickly as so many connections carry it, or at a steady rate. Bodies hold `readings` each. */
export interface Sending {
  readonly address: string;
  readonly ingestKey: string;
  readonly bodies: readonly string[];
  readonly readings: number;
  readonly connections: number;
  readonly perSecond: number | null;
}

/** In ms: from the first post to the last answer, and how long each answer took since it was due. */
export interface SentInTime {
  readonly total: number;
  readonly answers: readonly number[];
}

const sending = workerData as Sending;
const agent = new Agent({ keepAlive: true, maxSockets: sending.connections });
const url = new URL('/ingest/v1/readings', sending.address);

function post(body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${sending.ingestKey}`,
    };
    const posted = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        const isTaken = response.statusCode === 200 && JSON.parse(text).accepted === sending.readings;
        if (isTaken) resolve();
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    posted.on('error', reject);
    posted.end(body);
  });
}

/** By so many connections, each sending the next one when it has its answer. */
async function sendAll(): Promise<SentInTime> {
  const { bodies, connections } = sending;
  const answers: number[] = [];
  let next = 0;
  const begin = performance.now();
  const lane = async () => {
    while (next < bodies.length) {
      const from = performance.now();
      await post(bodies[next++] as string);
      answers.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { total: performance.now() - begin, answers };
}

/** At a steady rate, whether the ones before are answered or not. What is sent late counts from when it was due. */
async function sendSteadily(perSecond: number): Promise<SentInTime> {
  const begin = performance.now();
  const answers: Promise<number>[] = [];
  const timed = async (body: string, due: number) => {
    await post(body);
    return performance.now() - due;
  };
  for (const [index, body] of sending.bodies.entries()) {
    const due = begin + (index / perSecond) * 1000;
    while (performance.now() < due) await setTimeout(1);
    answers.push(timed(body, due));
  }
  return { answers: await Promise.all(answers), total: performance.now() - begin };
}

parentPort?.postMessage(await (sending.perSecond === null ? sendAll() : sendSteadily(sending.perSecond)));
