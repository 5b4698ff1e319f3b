import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '@atrium/testkit/chance';
import type { MqttClient } from 'mqtt';
import { connectGateway, isAcknowledged } from '../../../src/numbers/ingest/testing/mqtt-client.ts';
import { GatewayLog } from './gateway-log.ts';

/** Current endpoints of the product; none while it is down. */
export interface Endpoints {
  http: readonly string[];
  mqtt: readonly { readonly host: string; readonly port: number }[];
}

/** Sends a payload; true when it was acknowledged. */
type Post = (payload: string) => Promise<boolean>;

const patienceMs = 8000;
const pauseMs = 60;

/** Number of responses by status other than 200; refused gateways must be told to retry. */
export type Refusals = Map<number, number>;

function overHttp(doors: Endpoints, key: string, random: Random, refusals: Refusals): Post {
  return async (body) => {
    if (doors.http.length === 0) return false;
    try {
      const answer = await fetch(`${random.pick(doors.http)}/ingest/v1/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(patienceMs),
      });
      // A truncated response acknowledges nothing.
      const { rejected } = await answer.json();
      if (answer.ok && rejected.length === 0) return true;
      refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
    } catch {
      // The server is down or does not answer.
    }
    return false;
  };
}

function overMqtt(doors: Endpoints, key: string, random: Random): Post {
  const username = key.split('_')[1] ?? '';
  let client: MqttClient | null = null;
  return async (payload) => {
    if (doors.mqtt.length === 0) return false;
    try {
      const options = { username, password: key, connectTimeout: patienceMs };
      if (client?.connected !== true) {
        const { host, port } = random.pick(doors.mqtt);
        client = await connectGateway(port, { ...options, host });
        // Each message adds listeners until it completes.
        client.setMaxListeners(0);
      }
      const isTaken = isAcknowledged(client, `atrium/v1/${username}/readings`, payload);
      if (await Promise.race([isTaken, delay(patienceMs, false, { ref: false })])) return true;
    } catch {
      // The broker is down.
    }
    client?.end(true);
    return false;
  };
}

/** Starts gateways that behave like real ones: each stores what was not acknowledged and resends it until it is. */
export function startGateways(doors: Endpoints, key: string, counts: { readonly http: number; readonly mqtt: number }) {
  const refusals: Refusals = new Map();
  const ways = [...Array(counts.http).fill('http'), ...Array(counts.mqtt).fill('mqtt')];
  const ledgers = ways.map((_, index) => new GatewayLog(`PAD-${index + 1}`, new Random(index + 1)));
  const began = performance.now();
  let isEnding = false;
  let taken = 0;
  const posts = ways.map((way, index) => {
    const random = new Random(100 + index);
    return way === 'http' ? overHttp(doors, key, random, refusals) : overMqtt(doors, key, random);
  });
  async function keepSending(ledger: GatewayLog, post: Post): Promise<void> {
    for (;;) {
      const entries = isEnding ? ledger.left() : ledger.next();
      if (entries.length === 0) return;
      if (await post(ledger.payloadOf(entries))) {
        ledger.acknowledge(entries);
        taken += 1;
      } else await delay(pauseMs);
    }
  }
  const sending = Promise.all(ledgers.map((ledger, index) => keepSending(ledger, posts[index] as Post)));
  return {
    ledgers,
    refusals,
    /** Start time on the monotonic clock. */
    began,
    /** Resolves once so many more posts were acknowledged. */
    async more(count = 1): Promise<void> {
      const goal = taken + count;
      while (taken < goal) await delay(20);
    },
    /** Sends nothing new, and resends pending readings until all are acknowledged. */
    async settle(): Promise<void> {
      isEnding = true;
      await sending;
    },
  };
}
