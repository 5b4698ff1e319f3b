import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '@atrium/domain/core';
import { channelNames } from '../../platform/channels/channel.ts';
import { getMessageDelivery } from '../../platform/config/delivery.ts';
import { productFolder } from '../../platform/config/read-config.ts';
import { NotReady } from '../../platform/failures.ts';
import { readDiskBytes } from '../../platform/files/free-space.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMemoryLimit } from '../../platform/process.ts';
import type { StoreRole } from '../../platform/relational/database-lock.ts';
import { productVersion } from '../../platform/version.ts';
import { type Run, runsStore } from '../runs/index.ts';
import { type Backups, describeBackups, shownNights } from './read-backups.ts';
import { type Figures, readFigures } from './read-figures.ts';
import { findExceeded, type ThresholdName } from './thresholds.ts';

export type ProblemName = ThresholdName | 'notReady' | 'mailMissing' | 'backupsMissing' | 'backupFailed';

export interface Problem {
  readonly name: ProblemName;
  readonly severity: 'critical' | 'warning';
  /** The figure beyond its threshold; bytes, seconds or a number. Null: the problem is no figure. */
  readonly value: number | null;
  /** The words of `/readyz` or of the task that failed. Null: the name says it all. */
  readonly text: string | null;
}

interface Store {
  readonly name: 'settings' | 'readings';
  readonly isEmbedded: boolean;
  /** Null: not known, because it does not answer. */
  readonly bytes: number | null;
}

export const queueNames = ['mail', 'sms', 'push', 'job', 'reports', 'exports'] as const;
type QueueName = (typeof queueNames)[number];

interface Queue {
  readonly name: QueueName;
  readonly waiting: number;
  /** Waiting time of the oldest one that is due, seconds. Null: not known. */
  readonly oldest: number | null;
  /** Failed within 24 hours. Null: not counted. */
  readonly failed: number | null;
}

/** State of the installation, as the answering process knows it. */
export interface Installation {
  readonly version: string;
  readonly whatsNew: readonly string[];
  readonly process: { readonly role: StoreRole; readonly startedAt: Instant };
  /** The worst first. Empty: it runs well. */
  readonly problems: readonly Problem[];
  readonly stores: readonly Store[];
  /** Mean time of an answer since the start, ms. Null: none was given. */
  readonly answerMs: number | null;
  readonly readingsWaiting: number | null;
  readonly queues: readonly Queue[];
  readonly disk: { readonly free: number | null; readonly total: number | null };
  /** Bytes. `limit`: of the container, or of the machine. */
  readonly memory: { readonly process: number | null; readonly analytics: number | null; readonly limit: number };
  readonly backups: Backups | null;
  /** The last rehearsal of a restore. */
  readonly rehearsal: Run | null;
  /** The last deletion of expired rows. */
  readonly expiredRows: Run | null;
  readonly license: string;
  /** Number of packages that the product contains. Null: not known, because the lock file is not installed. */
  readonly packages: number | null;
}

/** Time for which an answer is shared, ms: the page polls, and each reading asks both stores. */
const sharedMs = 5000;

/** Creates the reader of the installation's state. Readers within five seconds get the same answer. */
export function createInstallationReader(platform: Platform): () => Promise<Installation> {
  let last: { readonly at: Instant; readonly read: Promise<Installation> } | null = null;
  return () => {
    const now = platform.clock.now();
    if (last === null || now < last.at || now - last.at >= sharedMs)
      last = { at: now, read: readInstallation(platform) };
    return last.read;
  };
}

export type InstallationReader = ReturnType<typeof createInstallationReader>;

async function readInstallation(platform: Platform): Promise<Installation> {
  const { clock, config, metrics, relational, use } = platform;
  const now = clock.now();
  const runs = runsStore(relational.db);
  const [figures, readiness, backupRuns, lastRun, rehearsal, expiredRows, disk, about] = await Promise.all([
    readFigures(metrics),
    readReadiness(platform),
    // While the store is away, the page shows that, without these.
    orUnknown(runs.listSince('backup', now - (shownNights + 1) * 86_400_000), []),
    orUnknown(runs.findLast('backup', { succeeded: true }), null),
    orUnknown(runs.findLast('rehearsal'), null),
    orUnknown(runs.findLast('expiredRows'), null),
    orUnknown(readDiskBytes(platform.folder.path), null),
    readAbout(),
  ]);
  const measured = figures.find('atrium_last_backup_timestamp_seconds');
  const times = [lastRun?.begun ?? null, measured === null || measured === 0 ? null : measured * 1000];
  const known = times.filter((time) => time !== null);
  const backups = describeBackups(config.backup, {
    runs: backupRuns,
    last: known.length === 0 ? null : Math.max(...known),
    now,
  });
  return {
    version: productVersion,
    ...about,
    process: { role: use, startedAt: (figures.find('process_start_time_seconds') ?? now / 1000) * 1000 },
    problems: [...readiness, ...listMissing(platform, backups), ...listExceeded(figures, now)].toSorted(
      (left, right) => rank[left.severity] - rank[right.severity],
    ),
    stores: [
      {
        ...{ name: 'settings', isEmbedded: config.databaseUrl === null },
        bytes: figures.find('atrium_relational_disk_bytes'),
      },
      {
        ...{ name: 'readings', isEmbedded: config.clickhouseUrl === null },
        bytes: figures.find('atrium_analytics_disk_bytes'),
      },
    ],
    answerMs: findMeanAnswer(figures),
    readingsWaiting: figures.find('atrium_ingest_waiting_readings'),
    queues: listQueues(figures),
    disk: { free: figures.find('atrium_disk_free_bytes'), total: disk },
    memory: {
      process: figures.find('process_resident_memory_bytes'),
      analytics: figures.find('atrium_analytics_memory_bytes'),
      limit: findMemoryLimit(),
    },
    backups,
    rehearsal,
    expiredRows,
  };
}

const rank = { critical: 0, warning: 1 };

const orUnknown = <Value, Unknown>(reading: Promise<Value>, unknown: Unknown): Promise<Value | Unknown> =>
  reading.catch(() => unknown);

/** The same check and problems as `/readyz`. */
async function readReadiness({ isReady }: Platform): Promise<readonly Problem[]> {
  const toProblem = (name: ProblemName) => (text: string) =>
    ({ name, severity: 'critical', value: null, text }) as const;
  try {
    return (await isReady()).map(toProblem('standingProblems'));
  } catch (error) {
    return [toProblem('notReady')(error instanceof NotReady ? error.message : 'the log says why')];
  }
}

/** Standing problems appear in their own words instead. */
const listExceeded = (figures: Figures, now: Instant): readonly Problem[] =>
  findExceeded(figures.find, now)
    .filter(({ name }) => name !== 'standingProblems')
    .map((exceeded) => ({ ...exceeded, text: null }));

/** What nobody has set up, and a night without a backup. */
function listMissing({ config }: Platform, backups: Backups | null): readonly Problem[] {
  const warning = (name: ProblemName, text: string | null = null): Problem => ({
    ...{ name, severity: 'warning', value: null, text },
  });
  const lastNight = backups?.nights.at(-1);
  return [
    ...(getMessageDelivery(config).mail === 'sent' ? [] : [warning('mailMissing')]),
    ...(backups === null ? [warning('backupsMissing')] : []),
    ...(lastNight?.state === 'failed' ? [warning('backupFailed', lastNight.problem)] : []),
  ];
}

/** A ratio of sums: over all routes since the start. */
function findMeanAnswer({ sum }: Figures): number | null {
  const count = sum('http_request_duration_seconds_count');
  return count === 0 ? null : (sum('http_request_duration_seconds_sum') / count) * 1000;
}

function listQueues({ by, find }: Figures): readonly Queue[] {
  const oldest = by('atrium_outbox_oldest_due_seconds', 'channel');
  const waitingBy = by('atrium_outbox_waiting', 'channel');
  const messages = channelNames.flatMap((name): readonly Queue[] => {
    const waiting = waitingBy.get(name);
    return waiting === undefined ? [] : [{ name, waiting, oldest: oldest.get(name) ?? null, failed: null }];
  });
  const jobs = (name: QueueName, states: string, oldestMetric: string): readonly Queue[] => {
    const waiting = find(states, { state: 'waiting' });
    if (waiting === null) return [];
    return [{ name, waiting, oldest: find(oldestMetric), failed: find(states, { state: 'failed' }) }];
  };
  return [
    ...messages,
    ...jobs('reports', 'atrium_report_deliveries', 'atrium_report_oldest_waiting_seconds'),
    ...jobs('exports', 'atrium_export_jobs', 'atrium_export_oldest_waiting_seconds'),
  ];
}

let about: Promise<Pick<Installation, 'whatsNew' | 'license' | 'packages'>> | null = null;

/** Reads once what belongs to the build. A build without these files shows less. */
function readAbout(): Promise<Pick<Installation, 'whatsNew' | 'license' | 'packages'>> {
  about ??= Promise.all(
    ['CHANGELOG.md', 'package-lock.json'].map((name) => readFile(join(productFolder, name), 'utf8').catch(() => null)),
  ).then(([changes = null, lock = null]) => ({
    whatsNew: changes === null ? [] : listNewest(changes),
    license: 'Apache-2.0',
    packages: lock === null ? null : countPackages(JSON.parse(lock)),
  }));
  return about;
}

const maxNews = 50;

/** Returns the entries of the newest section of a changelog, as plain text, at most 50. */
export function listNewest(changelog: string): readonly string[] {
  const [, newest = ''] = changelog.split(/^## .*$/m);
  return newest
    .split('\n')
    .flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? [])
    .map((line) => line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, ''))
    .slice(0, maxNews);
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
}

/** Counts the packages that run in the product. */
export const countPackages = ({ packages }: LockFile): number =>
  Object.entries(packages).filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link).length;
