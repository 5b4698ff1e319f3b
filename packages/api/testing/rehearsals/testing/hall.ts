import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openAnalyticsStore } from '../../../src/platform/analytics/open-analytics-store.ts';
import { createAtrium, endAll } from '../../../src/platform/testing/run-atrium.ts';
import { compareWithStore } from './gateway-log.ts';
import { type Endpoints, startGateways } from './gateways.ts';
import { recordResult } from './repeats.ts';

type Atrium = ReturnType<typeof createAtrium>;
type Gateways = ReturnType<typeof startGateways>;
type Source = Parameters<typeof openAnalyticsStore>[0]['source'];

function siteOf(name: string, doors: readonly number[]): string {
  const each = (text: (number: number) => string) => doors.map(text).join(', ');
  return `
  - key: ${name.toLowerCase()}
    name: ${name}
    timezone: Europe/Zurich
    openingHours: always
    zones: [{ key: all }]
    passages: [${each((number) => `{ key: door-${number}, from: outside, to: all }`)}]
    devices: [${each((number) => `{ serial: PAD-${number}, kind: pad, passage: door-${number}, interval: 60 }`)}]`;
}

function siteFile(count: number, areApart: boolean): string {
  const doors = Array.from({ length: count }, (_, index) => index + 1);
  const sites = areApart ? doors.map((door) => siteOf(`Hall-${door}`, [door])) : [siteOf('Hall', doors)];
  return `organization: { name: Hall }\ninstallations:${sites.join('')}\n`;
}

/** Creates a temporary folder; it and all processes in it are removed when the test ends. */
export function createTempFolder(): { readonly root: string; readonly running: ChildProcess[] } {
  const root = mkdtempSync(join(tmpdir(), 'atrium-rehearsal-'));
  const running: ChildProcess[] = [];
  onTestFinished(async () => {
    await endAll(running);
    await rm(root, { recursive: true, force: true });
  }, 60_000);
  return { root, running };
}

/** Runs a command of the product and returns its output. */
type Command = (...words: string[]) => Promise<string>;

/** Declares one hall with so many doors, or a hall for each door, and returns a key for the gateways. */
export async function createHall(command: Command, file: string, doors: number, areApart = false): Promise<string> {
  writeFileSync(file, siteFile(doors, areApart));
  await command('site', 'apply', file);
  const made = await command('key', 'create', '--organization', 'Hall');
  return made.trim().split('\n').at(-1) ?? '';
}

/** Runs the command line of this version. */
export const createCommand =
  (atrium: Atrium): Command =>
  async (...words) => {
    const { out, ...ended } = await atrium.command(...words);
    expect(ended).toEqual({ status: 0, errors: '' });
    return out;
  };

export const parseMqttPort = (said: string): number =>
  Number(/Gateways(?: publish to)? +mqtt:\S+:(\d+)/.exec(said)?.[1]);

/** Creates a hall with embedded stores in a folder, and its gateways. */
export async function createEmbeddedHall(
  folder?: string,
  counts = { http: 3, mqtt: 2 },
  /** Command of another version that creates the hall. */
  command?: (data: string, ...words: string[]) => Promise<string>,
) {
  const { root, running } = createTempFolder();
  const data = join(folder ?? root, 'data');
  const atrium = createAtrium(data, running, { MQTT_PORT: '0' });
  const made: Command = command === undefined ? createCommand(atrium) : (...words) => command(data, ...words);
  const key = await createHall(made, join(root, 'hall.yaml'), counts.http + counts.mqtt);
  const doors: Endpoints = { http: [], mqtt: [] };
  return {
    data,
    root,
    atrium,
    running,
    doors,
    gateways: () => startGateways(doors, key, counts),
    /** Starts the product; gateways can reach it until it is stopped. */
    async start() {
      const server = await atrium.serve();
      doors.http = [server.address];
      doors.mqtt = [{ host: '127.0.0.1', port: parseMqttPort(server.said.out) }];
      return {
        ...server,
        async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
          const stopped = server.stop(signal);
          await stopped;
          doors.http = [];
          doors.mqtt = [];
        },
      };
    },
    judge: (name: string, gateways: Gateways, found: Readonly<Record<string, number>>) =>
      checkNothingLost(name, atrium, { folder: join(data, 'analytics') }, gateways, found),
  };
}

/**
 * Checks, with the product stopped and all readings acknowledged, that nothing is lost or counted twice, in the store
 * and in answers.
 */
export async function checkNothingLost(
  name: string,
  atrium: Atrium,
  source: Source,
  gateways: Gateways,
  found: Readonly<Record<string, number>>,
): Promise<void> {
  const analytics = await openAnalyticsStore({ source });
  const { acknowledged, lost, doubled, people } = await compareWithStore(analytics, gateways.ledgers);
  await analytics.close();
  const days = Math.ceil(Math.max(...gateways.ledgers.map(({ size }) => size)) / 1440) + 1;
  const asked = await atrium.program('operations/backup/testing/ask-questions.ts', 'total', '2026-01-01', `${days}`);
  const seconds = Math.round((performance.now() - gateways.began) / 1000);
  recordResult(name, { ...found, acknowledged, lost, doubled, seconds });
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect(asked).toMatchObject({ status: 0, errors: '', out: `${people}\n` });
  expect(acknowledged).toBeGreaterThan(0);
  // Refused requests must be asked to retry; any other status is an error.
  expect([...gateways.refusals.keys()].filter((status) => status !== 429 && status !== 503)).toEqual([]);
}
