import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { type Answer, buildPost, PostConnection } from './post-connection.ts';
import { measureRuns, type Timing } from './timing.ts';

/** Server and credentials. */
export interface ClientOptions {
  readonly address: string;
  readonly token: string;
  /** Path that requests are posted to. Default: that of GraphQL. */
  readonly path?: string;
}

/** Duration of each request, and the response texts. */
export interface ClientResult {
  readonly timing: Timing;
  readonly texts: readonly string[];
}

const { address, token, path = '/v2/graphql' } = workerData as ClientOptions;
const url = new URL(path, address);

/**
 * Sends requests sequentially on an open connection. Request bytes are prepared before, and responses parsed after the
 * measurement.
 */
async function askAll(bodies: readonly string[]): Promise<ClientResult> {
  // Opened here, because the server closes a connection that stays idle during other measurements.
  const line = await PostConnection.open(address);
  const posts = bodies.map((body) => buildPost(url, token, body, 'accept-encoding: gzip, deflate'));
  const answers: Answer[] = [];
  const timing = await measureRuns(posts.length, async (index) => {
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
