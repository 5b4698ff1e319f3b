import { aClock } from '@atrium/testkit/time';
import { Gauge, Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/read-config.ts';
import { NotReady } from '../../platform/failures.ts';
import type { Platform } from '../../platform/platform.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { runsStore } from '../runs/index.ts';
import { describeProblem } from './describe-problem.ts';
import { createInstallationReader } from './read-installation.ts';

const stores = useTestStores();
const clock = aClock('2026-03-20T12:00:00Z');
let metrics: Registry;

beforeEach(() => {
  metrics = new Registry();
});

const gauge = (name: string, value: number) => new Gauge({ name, help: '.', registers: [metrics] }).set(value);

function read(environment: Readonly<Record<string, string>>, isReady: Platform['isReady'] = async () => []) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.error.join());
  const folder = { path: process.cwd() };
  const platform = { config: config.value, clock, metrics, folder, isReady, relational: stores.relational };
  return createInstallationReader({ ...platform, use: 'standalone' } as unknown as Platform);
}

const mail = { SMTP_URL: 'smtp://mail.example' };
const all = { ...mail, ATRIUM_BACKUP_FOLDER: '/mnt/backups' };

describe('the state of an installation', () => {
  it('runs well without a problem, and leaves out what nobody knows', async () => {
    await runsStore(stores.relational.db).record('backup', {
      ...{ begun: clock.now() - 3_600_000, ended: clock.now(), problem: null },
      amounts: { bytes: 5 },
    });
    const { problems, stores: shown, disk, memory, backups, queues, answerMs } = await read(all)();
    expect(problems).toEqual([]);
    expect([disk.free, memory.analytics, answerMs, queues]).toEqual([null, null, null, []]);
    expect(disk.total).toBeGreaterThan(0);
    expect(shown).toEqual([
      { name: 'settings', isEmbedded: true, bytes: null },
      { name: 'readings', isEmbedded: true, bytes: null },
    ]);
    expect(backups?.last).toBe(clock.now() - 3_600_000);
    expect(backups?.nights.at(-1)).toMatchObject({ state: 'made', bytes: 5 });
  });

  it('names what is not set up, figures beyond their threshold, and the problems of /readyz, the worst first', async () => {
    gauge('atrium_disk_free_bytes', 1e9);
    gauge('atrium_standing_problems', 1);
    gauge('atrium_outbox_oldest_due_seconds', 720);
    const { problems } = await read({}, async () => ['readings are missing'])();
    expect(problems.map(({ name, severity }) => `${severity} ${name}`)).toEqual([
      'critical standingProblems',
      'critical diskFree',
      'warning mailMissing',
      'warning backupsMissing',
      'warning messagesWait',
    ]);
    expect(problems.map(describeProblem)).toEqual([
      'readings are missing',
      'only 1.0 GB are free on the disk of the data folder',
      'mail is not set up (SMTP_URL)',
      'daily backups are not set up (ATRIUM_BACKUP_FOLDER)',
      'a message has waited for 12 minutes',
    ]);
  });

  it('says why requests cannot be served, and hides the cause of an unexpected failure', async () => {
    const failing = (error: Error) => read(all, () => Promise.reject(error))();
    expect((await failing(new NotReady('the settings database does not answer'))).problems).toEqual([
      { name: 'notReady', severity: 'critical', value: null, text: 'the settings database does not answer' },
    ]);
    expect((await failing(new Error('password=secret'))).problems[0]?.text).toBe('the log says why');
  });

  it('shows a failed night with its reason', async () => {
    clock.time += 86_400_000;
    const failed = { begun: clock.now() - 60_000, ended: clock.now(), problem: 'no network', amounts: {} };
    await runsStore(stores.relational.db).record('backup', failed);
    const { problems } = await read(all)();
    expect(problems.map(describeProblem)).toEqual(['the last backup failed: no network']);
  });

  it('is read once for all who ask within five seconds', async () => {
    let asked = 0;
    const reader = read(all, async () => {
      asked += 1;
      return [];
    });
    await Promise.all([reader(), reader()]);
    await reader();
    expect(asked).toBe(1);
    clock.time += 5000;
    await reader();
    expect(asked).toBe(2);
  });
});
