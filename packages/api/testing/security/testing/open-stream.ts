import { type IncomingMessage, request } from 'node:http';
import { type Client, createClient, type ExecutionResult } from 'graphql-ws';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** Subscription to one live value, as in a browser. */
export interface OpenStream {
  values(): readonly number[];
  /** Waits until so many values have arrived. */
  told(count: number): Promise<void>;
  /** Waits for the end and returns its code; also UNAUTHENTICATED when the server closed the socket for that reason. */
  ended(): Promise<string>;
  /** Subscribes again over the same connection, and returns how that ends. */
  again(): Promise<string>;
  close(): Promise<void>;
}

interface Told {
  readonly data?: { readonly liveMetric: { readonly value: number | null } } | null | undefined;
  readonly errors?: readonly { readonly extensions?: { readonly code?: unknown } }[] | undefined;
}

class Heard {
  readonly values: number[] = [];
  end: string | null = null;

  hear({ data, errors }: Told): void {
    const code = errors?.[0]?.extensions?.code;
    if (typeof code === 'string') this.end ??= code;
    const value = data?.liveMetric.value;
    if (typeof value === 'number') this.values.push(value);
  }

  stream({ again, close }: Pick<OpenStream, 'again' | 'close'>): OpenStream {
    return {
      values: () => [...this.values],
      told: (count) => expect.poll(() => this.values.length, { timeout: 5000 }).toBeGreaterThanOrEqual(count),
      ended: async () => {
        await expect.poll(() => this.end, { timeout: 5000 }).not.toBeNull();
        return this.end ?? '';
      },
      again,
      close,
    };
  }
}

export async function openSocket(url: string, token: string, query: string): Promise<OpenStream> {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/v2/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
  });
  const listen = (): Heard => {
    const heard = new Heard();
    void hearAll(client, query, heard);
    return heard;
  };
  return listen().stream({
    again: async () => {
      const heard = listen();
      await expect.poll(() => heard.end, { timeout: 5000 }).not.toBeNull();
      return heard.end ?? '';
    },
    close: async () => client.dispose(),
  });
}

async function hearAll(client: Client, query: string, heard: Heard): Promise<void> {
  try {
    for await (const event of client.iterate({ query })) heard.hear(event as ExecutionResult as Told);
    heard.end ??= 'completed';
  } catch (error) {
    const closed = error as { code?: number; reason?: string };
    if (Array.isArray(error)) heard.hear({ errors: error });
    else heard.end ??= closed.code === 4403 ? (closed.reason ?? '') : `closed with ${closed.code}`;
  }
}

export function openEvents(url: string, token: string, query: string): Promise<OpenStream> {
  const heard = new Heard();
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
    };
    const asked = request(`${url}/v2/graphql`, { method: 'POST', headers, agent: false }, (answer) => {
      void hearEvents(answer, heard);
      resolve(
        heard.stream({
          again: () => Promise.reject(new Error('an event stream carries one subscription')),
          close: async () => void answer.destroy(),
        }),
      );
    });
    asked.once('error', reject);
    asked.end(JSON.stringify({ query }));
  });
}

async function hearEvents(answer: IncomingMessage, heard: Heard): Promise<void> {
  let text = '';
  try {
    for await (const part of answer.setEncoding('utf8')) {
      text += part;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const event of whole) {
        const data = /^data: ?(.+)$/m.exec(event)?.[1];
        if (data !== undefined) heard.hear(JSON.parse(data) as Told);
      }
    }
    heard.end ??= 'completed';
  } catch {
    heard.end ??= 'cut off';
  }
}
