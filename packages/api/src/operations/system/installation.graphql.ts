import type { Builder } from '../../platform/graphql/builder.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import type { Run } from '../runs/index.ts';
import type { BackupNight, Backups } from './read-backups.ts';
import { type Installation, type InstallationReader, type Problem, queueNames } from './read-installation.ts';

/** Registers the state of the whole installation, for its operators alone. */
export function registerInstallation(builder: Builder, readInstallation: InstallationReader | null): void {
  const state = registerState(builder);
  builder.queryField('installationState', (t) =>
    t.withAuth({ $all: { area: 'installation', themselves: true } }).field({
      type: state,
      nullable: true,
      cost: () => 200,
      description: 'How the installation runs, as the process that answers knows it; null outside a server.',
      resolve: () => readInstallation?.() ?? null,
    }),
  );
}

function registerState(builder: Builder) {
  const problem = registerProblem(builder);
  const store = builder.objectRef<Installation['stores'][number]>('StoreState').implement({
    fields: (t) => ({
      name: t.expose('name', { type: getEnumType(builder, 'StoreName', ['settings', 'readings']) }),
      isEmbedded: t.exposeBoolean('isEmbedded'),
      bytes: t.exposeFloat('bytes', { nullable: true, description: 'null while it does not answer.' }),
    }),
  });
  const queue = builder.objectRef<Installation['queues'][number]>('InstallationQueue').implement({
    fields: (t) => ({
      name: t.expose('name', { type: getEnumType(builder, 'QueueName', queueNames) }),
      waiting: t.exposeInt('waiting'),
      oldest: t.exposeFloat('oldest', { nullable: true, description: 's that the oldest one due has waited.' }),
      failed: t.exposeInt('failed', { nullable: true, description: 'Within 24 hours; null where it is not counted.' }),
    }),
  });
  const [backups, run] = [registerBackups(builder), registerRun(builder)];
  return builder.objectRef<Installation>('InstallationState').implement({
    fields: (t) => ({
      version: t.exposeString('version'),
      whatsNew: t.stringList({ length: { most: 50 }, resolve: ({ whatsNew }) => [...whatsNew] }),
      role: t.field({
        type: getEnumType(builder, 'ProcessRole', ['standalone', 'leader', 'replica']),
        resolve: (own) => own.process.role,
      }),
      startedAt: t.field({ type: 'Timestamp', resolve: (own) => own.process.startedAt }),
      problems: t.field({
        type: [problem],
        length: { most: 40 },
        description: 'The worst first; none: it runs well.',
        resolve: ({ problems }) => [...problems],
      }),
      stores: t.field({ type: [store], length: { most: 2 }, resolve: ({ stores }) => [...stores] }),
      answerMs: t.exposeFloat('answerMs', { nullable: true, description: 'Mean time of an answer since the start.' }),
      readingsWaiting: t.exposeInt('readingsWaiting', { nullable: true }),
      queues: t.field({ type: [queue], length: { most: 6 }, resolve: ({ queues }) => [...queues] }),
      diskFree: t.float({ nullable: true, description: 'Bytes.', resolve: ({ disk }) => disk.free }),
      diskTotal: t.float({ nullable: true, description: 'Bytes.', resolve: ({ disk }) => disk.total }),
      memoryProcess: t.float({ nullable: true, description: 'Bytes.', resolve: ({ memory }) => memory.process }),
      memoryAnalytics: t.float({
        nullable: true,
        description: 'Bytes that the readings database reports; embedded, they are part of the process.',
        resolve: ({ memory }) => memory.analytics,
      }),
      memoryLimit: t.float({
        description: 'Bytes of the container or the machine.',
        resolve: ({ memory }) => memory.limit,
      }),
      backups: t.field({
        type: backups,
        nullable: true,
        description: 'null: none are set up.',
        resolve: (own) => own.backups,
      }),
      rehearsal: t.field({
        type: run,
        nullable: true,
        description: 'The last rehearsal of a restore.',
        resolve: (own) => own.rehearsal,
      }),
      expiredRows: t.field({
        type: run,
        nullable: true,
        description: 'The last deletion of expired rows.',
        resolve: (own) => own.expiredRows,
      }),
      license: t.exposeString('license'),
      packages: t.exposeInt('packages', { nullable: true }),
    }),
  });
}

const registerProblem = (builder: Builder) =>
  builder.objectRef<Problem>('InstallationProblem').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      severity: t.expose('severity', { type: getEnumType(builder, 'ProblemSeverity', ['critical', 'warning']) }),
      value: t.exposeFloat('value', { nullable: true, description: 'The figure beyond its threshold.' }),
      text: t.exposeString('text', { nullable: true, description: 'The words of /readyz or of what failed.' }),
    }),
  });

function registerBackups(builder: Builder) {
  const night = builder.objectRef<BackupNight>('BackupNight').implement({
    fields: (t) => ({
      due: t.expose('due', { type: 'Timestamp' }),
      state: t.expose('state', { type: getEnumType(builder, 'BackupNightState', ['made', 'failed', 'none']) }),
      bytes: t.exposeFloat('bytes', { nullable: true, description: 'New bytes.' }),
      problem: t.exposeString('problem', { nullable: true }),
    }),
  });
  return builder.objectRef<Backups>('BackupState').implement({
    fields: (t) => ({
      place: t.exposeString('place'),
      last: t.expose('last', { type: 'Timestamp', nullable: true, description: 'Start of the last good one.' }),
      next: t.expose('next', { type: 'Timestamp', description: 'In the past while it is late.' }),
      nights: t.field({ type: [night], length: { most: 14 }, resolve: ({ nights }) => [...nights] }),
    }),
  });
}

function registerRun(builder: Builder) {
  const amount = builder.objectRef<readonly [name: string, value: number]>('RunAmount').implement({
    fields: (t) => ({
      name: t.string({ resolve: ([name]) => name }),
      value: t.float({ resolve: ([, value]) => value }),
    }),
  });
  return builder.objectRef<Run>('OperationRun').implement({
    fields: (t) => ({
      begun: t.expose('begun', { type: 'Timestamp' }),
      ended: t.expose('ended', { type: 'Timestamp' }),
      problem: t.exposeString('problem', { nullable: true, description: 'null: it succeeded.' }),
      amounts: t.field({
        type: [amount],
        length: { most: 40 },
        resolve: ({ amounts }) => Object.entries(amounts),
      }),
    }),
  });
}
