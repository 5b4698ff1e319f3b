import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
import { createEmptyDatabase } from '../../../src/platform/testing/empty-database.ts';
import { createAtrium } from '../../../src/platform/testing/run-atrium.ts';
import { startClickhouseWire } from '../../../src/platform/testing/servers/clickhouse-wire.ts';
import { startNatsServer } from '../../../src/platform/testing/servers/nats-server.ts';
import { type Endpoints, startGateways } from './gateways.ts';
import { checkNothingLost, createCommand, createHall, createTempFolder, parseMqttPort } from './hall.ts';
import { createNetworkNamespace, type NetworkNamespace } from './network-namespace.ts';

const ATRIUM_SECRET = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';
const counts = { http: 3, mqtt: 2 };

/** Process of the installation: its endpoints, and how to stop it. */
export type Member = Awaited<ReturnType<Awaited<ReturnType<typeof createServersHall>>['start']>>;

/** Creates an installation with several processes on servers, and gateways that send to any running one. */
export async function createServersHall() {
  const { root, running } = createTempFolder();
  const socket = inject('postgresSocket');
  const database = await createEmptyDatabase();
  const [wire, nats] = [await startClickhouseWire(), await startNatsServer(running)];
  onTestFinished(async () => {
    await wire.close();
    await database.drop();
  }, 60_000);
  const stores = { DATABASE_URL: database.url, CLICKHOUSE_URL: wire.url, ATRIUM_SECRET };
  const alone = createAtrium(join(root, 'alone'), running, stores);
  // One site per gateway, so that every worker owns some.
  const key = await createHall(createCommand(alone), join(root, 'hall.yaml'), counts.http + counts.mqtt, true);
  const doors: Endpoints = { http: [], mqtt: [] };
  const settingsIn = (network: NetworkNamespace | null) =>
    network === null
      ? { ...stores, NATS_URL: nats.url }
      : {
          DATABASE_URL: `postgres://atrium@${network.lineTo(`${socket}/.s.PGSQL.5432`)}/${database.name}`,
          CLICKHOUSE_URL: `http://${network.lineTo(Number(new URL(wire.url).port))}`,
          NATS_URL: `nats://${network.lineTo(Number(new URL(nats.url).port))}`,
          ATRIUM_SECRET,
          HOST: network.address,
          PORT: '4000',
          ATRIUM_PUBLIC_URL: 'https://atrium.example',
        };

  /** Starts a process with this role and returns once it is ready. */
  async function start(role: 'web' | 'worker', name: string, network: NetworkNamespace | null = null) {
    const settings = { ...settingsIn(network), ATRIUM_ROLE: role, MQTT_PORT: role === 'worker' ? '0' : 'off' };
    const server = await createAtrium(join(root, name), running, settings, network?.within).serve(120_000);
    const address = network === null ? server.address : `http://${network.address}:4000`;
    const port = parseMqttPort(server.said.out);
    const mqtt = { host: network?.address ?? '127.0.0.1', port };
    doors.http = [...doors.http, address];
    if (role === 'worker') doors.mqtt = [...doors.mqtt, mqtt];
    const leave = () => {
      doors.http = doors.http.filter((each) => each !== address);
      doors.mqtt = doors.mqtt.filter((each) => each !== mqtt);
    };
    void server.ended.then(leave);
    return {
      ...server,
      address,
      isReady: async () => (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) })).ok,
      async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
        await server.stop(signal);
        leave();
      },
    };
  }

  return {
    nats,
    start,
    gateways: () => startGateways(doors, key, counts),
    network: createNetworkNamespace,
    /** Blocks all connections to PostgreSQL for so many ms. */
    async withoutDatabase(milliseconds: number) {
      await database.admin.query(`alter database ${database.name} with allow_connections false`);
      await database.admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database.name,
      ]);
      await delay(milliseconds);
      await database.admin.query(`alter database ${database.name} with allow_connections true`);
    },
    /** Ends the PostgreSQL connections of a process, as the server does for an unreachable machine. */
    forget: (pid: number | undefined) =>
      database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like $2`,
        [database.name, `Atrium, %process ${pid} on %`],
      ),
    judge: (name: string, gateways: ReturnType<typeof startGateways>, found: Readonly<Record<string, number>>) =>
      checkNothingLost(name, alone, { url: wire.url }, gateways, found),
  };
}
