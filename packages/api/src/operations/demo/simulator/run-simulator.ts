import type { Clock, Instant, Span } from '@atrium/domain/core';
import type { Logger } from '../../../platform/telemetry/logger.ts';
import { demoOrganizations } from '../demo-organizations.ts';
import { type DemoState, writeDemoState } from '../demo-state.ts';
import { getSiteSetting } from '../seed-demo.ts';
import type { SentReading } from './traffic/readings.ts';
import { createSimulator, type SimulatedSite } from './traffic/simulator.ts';

export interface SimulatorOptions {
  /** URL of the server: the simulated gateways use the public endpoint. */
  readonly address: string;
  readonly state: DemoState;
  readonly stateFile: string;
  /** End of the written history: the devices never send, per minute, what it contains per quarter. */
  readonly historyUntil: Instant;
  /** Stores the receipts of a span. */
  readonly sell: (span: Span) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const ROUND_MS = 2_000;
const RETRY_MS = 10_000;

/** Runs the simulator until stopped. Stopping waits for the current round. */
export function runSimulator({ address, state, stateFile, historyUntil, sell, clock, logger }: SimulatorOptions) {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let soldUntil = state.deliveredUntil;
  let current: Promise<void> = Promise.resolve();
  const rounds = demoOrganizations.flatMap(({ models }) =>
    models.map((model, index) => {
      const site: SimulatedSite = { model, setting: getSiteSetting(model, index) };
      const key = state.keys[model.key] ?? '';
      const simulator = createSimulator({
        clock,
        sites: [site],
        deliveredUntil: state.deliveredUntil,
        measuredFrom: historyUntil,
        send: (readings) => post(address, key, readings),
      });
      return simulator;
    }),
  );

  const loop = async () => {
    let wait = ROUND_MS;
    try {
      for (const simulator of rounds) {
        if (stopping) return;
        await simulator.round();
      }
      const now = clock.now();
      await sell({ from: soldUntil, to: now });
      soldUntil = now;
      const deliveredUntil = Math.min(soldUntil, ...rounds.map((simulator) => simulator.deliveredUntil()));
      await writeDemoState(stateFile, { ...state, deliveredUntil });
    } catch (error) {
      wait = RETRY_MS;
      if (!stopping)
        logger.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'the simulator could not deliver',
        );
    }
    if (!stopping) timer = setTimeout(start, wait);
  };
  const start = () => {
    current = loop();
  };
  start();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await current;
    },
  };
}

async function post(address: string, key: string, readings: readonly SentReading[]): Promise<void> {
  const answer = await fetch(`${address}/ingest/v1/readings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(readings),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok)
    throw new Error(`the readings were answered with ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  const { rejected } = (await answer.json()) as { rejected: { message: string }[] };
  if (rejected.length > 0) throw new Error(`${rejected.length} readings were rejected: ${rejected[0]?.message}`);
}
