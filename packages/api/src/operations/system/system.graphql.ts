import { deliveryStatuses } from '../../people/notifications/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SensorState } from './find-silent-sensors.ts';
import { registerInstallation } from './installation.graphql.ts';
import type { InstallationReader } from './read-installation.ts';
import type { ChannelState, QueueState } from './read-own-part.ts';
import { type sendTest, type TestedChannel, testedChannels } from './send-test.ts';

/** The state of what serves one organization. Each part is read only if it is asked for. */
export interface OwnPart {
  readonly version: string;
  readonly channels: () => Promise<readonly ChannelState[]>;
  /** Null: the viewer may not see numbers, or they cannot be read now. */
  readonly sensors: () => Promise<SensorState | null>;
  readonly exports: () => Promise<QueueState>;
  readonly reports: () => Promise<QueueState>;
}

export interface SystemOperations {
  readOwnPart(scope: Scope): OwnPart;
  /** Null: no process that serves pages, as in a test. */
  readonly readInstallation: InstallationReader | null;
  sendTest(scope: Scope, channel: TestedChannel): ReturnType<typeof sendTest>;
}

/** Registers Settings, System: an organization's own part, and the whole installation for its operators. */
export function registerSystem(builder: Builder, operations: SystemOperations): void {
  const part = registerOwnPart(builder);
  builder.queryField('system', (t) =>
    t.withAuth({ area: 'system' }).field({
      type: part,
      cost: () => 100,
      description: "How the viewer's organization is served: messages, sensors, exports and reports.",
      resolve: (_root, _args, { scope }) => operations.readOwnPart(scope),
    }),
  );
  builder.mutationField('sendTestMessage', (t) =>
    t.withAuth({ $all: { area: 'system', themselves: true } }).field({
      type: part,
      description: "Sends a test to the caller's own verified address or phone.",
      args: { channel: t.arg({ type: getEnumType(builder, 'TestedChannel', testedChannels), required: true }) },
      resolve: async (_root, { channel }, { scope }) => {
        orThrow(await operations.sendTest(scope, channel));
        return operations.readOwnPart(scope);
      },
    }),
  );
  registerInstallation(builder, operations.readInstallation);
}

function registerOwnPart(builder: Builder) {
  const queue = registerQueueState(builder);
  const channel = registerChannelState(builder);
  const sensors = registerSensorState(builder);
  return builder.objectRef<OwnPart>('System').implement({
    fields: (t) => ({
      version: t.exposeString('version'),
      channels: t.field({
        type: [channel],
        length: { most: 3 },
        resolve: async ({ channels }) => [...(await channels())],
      }),
      sensors: t.field({
        type: sensors,
        nullable: true,
        description: 'null for those who may not see numbers, and while they cannot be read.',
        resolve: (own) => own.sensors(),
      }),
      exports: t.field({ type: queue, resolve: (own) => own.exports() }),
      reports: t.field({ type: queue, resolve: (own) => own.reports() }),
    }),
  });
}

function registerChannelState(builder: Builder) {
  const test = builder.objectRef<NonNullable<ChannelState['test']>>('TestMessage').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'Timestamp' }),
      status: t.expose('status', { type: getEnumType(builder, 'MessageStatus', deliveryStatuses) }),
      sentAt: t.expose('sentAt', { type: 'Timestamp', nullable: true }),
      problem: t.exposeString('problem', { nullable: true }),
    }),
  });
  return builder.objectRef<ChannelState>('ChannelState').implement({
    fields: (t) => ({
      channel: t.expose('channel', { type: getEnumType(builder, 'MessageChannel', ['mail', 'sms', 'push']) }),
      delivery: t.expose('delivery', {
        type: getEnumType(builder, 'MessageDelivery', ['sent', 'outbox', 'none']),
        description: 'sent: a server is set up. outbox: the demo shows messages. none: they are not delivered.',
      }),
      waiting: t.exposeInt('waiting'),
      oldestDue: t.expose('oldestDue', { type: 'Timestamp', nullable: true }),
      failed: t.exposeInt('failed', { description: 'Within 24 hours.' }),
      lastSent: t.expose('lastSent', { type: 'Timestamp', nullable: true, description: 'Within seven days.' }),
      problem: t.exposeString('problem', { nullable: true, description: "The provider's words." }),
      test: t.field({
        type: test,
        nullable: true,
        description: "The viewer's own last test.",
        resolve: (own) => own.test,
      }),
    }),
  });
}

function registerSensorState(builder: Builder) {
  const sensor = builder.objectRef<SensorState['silent'][number]>('SilentSensor').implement({
    fields: (t) => ({
      deviceId: t.exposeInt('deviceId'),
      name: t.exposeString('name'),
      installationId: t.exposeInt('installationId'),
      site: t.exposeString('site'),
      since: t.expose('since', { type: 'Timestamp' }),
    }),
  });
  return builder.objectRef<SensorState>('SensorState').implement({
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'People counters at outer doors now.' }),
      silentCount: t.exposeInt('silentCount'),
      silent: t.field({ type: [sensor], length: { most: 20 }, resolve: ({ silent }) => [...silent] }),
    }),
  });
}

function registerQueueState(builder: Builder) {
  return builder.objectRef<QueueState>('QueueState').implement({
    fields: (t) => ({
      waiting: t.exposeInt('waiting'),
      running: t.exposeInt('running'),
      failed: t.exposeInt('failed', { description: 'Within 24 hours.' }),
      oldest: t.expose('oldest', { type: 'Timestamp', nullable: true }),
    }),
  });
}
