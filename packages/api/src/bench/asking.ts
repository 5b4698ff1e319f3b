import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { type Answer, postBytes, SendingLine } from './sending-line.ts';
import { type Timing, time } from './timing.ts';

/** Who asks whom. */
export interface Asking {
  readonly address: string;
  readonly token: string;
}

/** How long the answers took, and what they say. */
export interface Asked {
  readonly timing: Timing;
  readonly texts: readonly string[];
}

const { address, token } = workerData as Asking;
const url = new URL('/v2/graphql', address);

/** One after the other, as somebody whose connection is there. The bytes are made before, and the answers looked at after. */
async function askAll(bodies: readonly string[]): Promise<Asked> {
  // Nobody keeps one that is silent for as long as what is timed between may take.
  const line = await SendingLine.open(address);
  const posts = bodies.map((body) => postBytes(url, token, body, 'accept-encoding: gzip, deflate'));
  const answers: Answer[] = [];
  const timing = await time(posts.length, async (index) => {
    answers.push(await line.post(posts[index] as Buffer));
  });
  line.close();
  return { timing, texts: answers.map(textOf) };
}

function textOf({ head, body }: Answer): string {
  const bytes = Buffer.from(body, 'latin1');
  return `${/^content-encoding: *gzip/im.test(head) ? gunzipSync(bytes) : bytes}`;
}

parentPort?.on('message', async (bodies: readonly string[]) => parentPort?.postMessage(await askAll(bodies)));
