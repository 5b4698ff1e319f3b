import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPlatformServices } from '../../../app/services.ts';
import { startMailServer, type TestMailServer } from '../../../platform/channels/testing/mail-server.ts';
import { readConfig } from '../../../platform/config/read-config.ts';
import { openPlatform } from '../../../platform/open-platform.ts';
import { ClosingStack } from '../../../platform/process.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { createAtrium, endAll } from '../../../platform/testing/run-atrium.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import { requestExport } from '../request-export.ts';
import { addMember, value } from '../testing/exports-world.ts';

const minutes = 40 * 1440;
const to = Date.parse('2026-03-01T00:00:00Z');
const from = to - minutes * 60_000;
const running: ChildProcess[] = [];
let folder: string;
let smtp: TestMailServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-export-kill-'));
  smtp = await startMailServer();
});
afterAll(async () => {
  await endAll(running);
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

const site = `organization: { name: Halls }
installations:
  - key: hall
    name: Hall
    timezone: UTC
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-1, kind: pad, passage: door, interval: 60 }]
    events: [{ name: always, neverEnding: true, metrics: [affluenceIn] }]
`;

/** Requests an export of many minutes. Returns where its files are. */
async function askOnce(): Promise<string> {
  const config = readConfig({ ATRIUM_DATA_DIR: folder, ATRIUM_DEMO: '0', ATRIUM_SIMULATOR: '0' });
  if (!config.ok) throw new Error(config.error.join());
  const logger = createLogger('silent');
  const closing = new ClosingStack(logger);
  try {
    const platform = await openPlatform(config.value, logger, closing);
    const services = createPlatformServices(platform);
    const outcome = await applySiteFile(services.provisioning, site, { dryRun: false, prune: false, within: null });
    const scope = systemScope(outcome.organizationId as never);
    const [topology] = await services.sites.topologies(scope);
    if (topology === undefined) throw new Error(JSON.stringify(outcome));
    const reading = { device: 'PAD-1', metric: 'affluenceIn', interval: 60 };
    const readings = [from, to - 60_000].map((at, index) => ({
      ...reading,
      at: new Date(at).toISOString(),
      value: 7 + index,
    }));
    value(await services.ingestion.ingestReadings(scope, null, readings, to));
    await services.ingestion.drain();
    const ada = await addMember(platform.relational.pool, services.access, scope, 'ada@halls.example', 'manager');
    const asked = { dataType: 'counting', target: 'zone', format: 'csv' } as const;
    const request = { ...asked, includeSubZones: false, granularity: 60 };
    const { installationId, zones } = topology;
    const places = { installationId, zoneIds: zones.map(({ id }) => id), userIds: [ada.userId as number] };
    value(await requestExport(services.exports, ada, { ...request, ...places, from, to }, null));
    return join(config.value.dataFolder, 'files', 'exports', String(scope.organizationId));
  } finally {
    await closing.close();
  }
}

test('kill -9 in the middle of an export: the next start makes it whole, and mails it once', {
  timeout: 120_000,
}, async () => {
  const files = await askOnce();
  const names = () => (existsSync(files) ? readdirSync(files) : []);
  const atrium = createAtrium(folder, running, { SMTP_URL: smtp.url, ATRIUM_SIMULATOR: '0' });
  const first = await atrium.serve();
  await vi.waitFor(() => expect(names().join()).toMatch(/_1\.csv\..*new/), { timeout: 30_000, interval: 2 });
  await first.stop('SIGKILL');
  // Killed while writing: otherwise the test proves nothing.
  expect(names().join()).toMatch(/_1\.csv\..*new/);
  expect(smtp.received).toEqual([]);
  await atrium.serve();
  await vi.waitFor(() => expect(smtp.received.length).toBe(1), { timeout: 60_000, interval: 50 });
  expect(names()).toEqual([expect.stringMatching(/_2\.csv$/)]);
  const lines = readFileSync(join(files, names()[0] ?? ''), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.length).toBe(minutes + 1);
  expect([lines[1], lines.at(-1)].map((line) => line?.split(',')[3])).toEqual(['7', '8']);
});
