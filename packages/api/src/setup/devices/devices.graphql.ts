import './devices.events.ts';
import { clearTimeout, setTimeout } from 'node:timers';
import { type Failure, failure, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { LiveStream } from '../../platform/bus/live-stream.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow, requireWholeOrganization, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { registerDeviceTypes } from './device-types.graphql.ts';
import { registerFieldMaps } from './field-maps.graphql.ts';
import { maxSenders, type Sender, sendersStore } from './packets/senders.store.ts';
import { type PlacingDependencies, placeDevice, swapDirections, undoPlacing } from './place-device.ts';
import { maxAddedDays, previewPlacing, readInbox, readSender } from './read-inbox.ts';

/** Minimum ms between two messages. Thousands of devices send each second, and few people watch. */
const pauseMs = 1000;

/**
 * Streams the ids of devices whose inbox changed. Starts with an empty list, which confirms the subscription. Then
 * sends an id at once, and batches those within a second. Subscribers read the changes themselves.
 */
function watchInbox({ bus }: { readonly bus: Bus }, scope: Scope): AsyncIterable<readonly number[]> {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  const stop = bus.subscribe('devices.senderChanged', ({ organizationId, senderId }) => {
    if (organizationId !== scope.organizationId) return;
    changed.add(senderId);
    if (timer === null) tell();
  });
  const stream = new LiveStream<readonly number[]>(() => {
    stop();
    if (timer !== null) clearTimeout(timer);
  });
  stream.push('none', []);
  return stream;

  function tell(): void {
    timer = null;
    if (changed.size === 0) return;
    const ids = [...changed].sort((one, other) => one - other);
    // A slow reader may still have an earlier message queued, so each message has its own key.
    stream.push(ids.join(), ids);
    changed.clear();
    timer = setTimeout(tell, pauseMs);
    timer.unref();
  }
}

/**
 * Query costs in microseconds of CPU time. A device stores up to 3 000 packets in 2 MB, which are read as parsed. Only
 * a changed field map parses bodies again, up to 20 MB of them.
 */
const costs = { newestPackets: 50_000, allPackets: 200_000, replay: 500_000, forget: 20_000 };

/**
 * Registers the inbox of devices that send in their makers' formats: waiting devices, their placement, and field maps.
 */
export function registerDevices(builder: Builder, dependencies: PlacingDependencies): void {
  const { inbox, detail, sender, addedDay } = registerDeviceTypes(builder);
  const listed = async (scope: Scope, result: Promise<Result<Sender, Failure>>) => {
    const { id } = orThrow(await result);
    changed(scope, id);
    return orThrow(await readSender(dependencies, scope, id)).sender;
  };
  const changed = ({ organizationId }: Scope, senderId: number) =>
    dependencies.bus.publish('devices.senderChanged', { organizationId, senderId });
  builder.queryField('deviceInbox', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: inbox,
      description: 'What sends in the format of its maker, the newest first.',
      resolve: (_root, _args, { scope }) => readInbox(dependencies, whole(scope)),
    }),
  );
  builder.subscriptionField('deviceInboxChanges', (t) =>
    t.withAuth({ area: 'deviceInbox' }).intList({
      length: { most: maxSenders },
      cost: () => 500,
      description: 'Ids of the devices that sent something or changed, as it happens; none at once.',
      subscribe: (_root, _args, { scope }) => watchInbox(dependencies, whole(scope)),
      resolve: (ids) => [...ids],
    }),
  );
  builder.queryField('deviceSender', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: detail,
      cost: () => costs.newestPackets,
      description: 'One of them with its newest packets, raw and as understood, and where it may hang.',
      args: { senderId: t.arg.int({ required: true }) },
      resolve: async (_root, { senderId }, { scope }) =>
        orThrow(await readSender(dependencies, whole(scope), senderId)),
    }),
  );
  builder.queryField('placingAdds', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: [addedDay],
      length: { most: maxAddedDays },
      cost: () => costs.allPackets,
      description: 'What placing it there since then would count.',
      args: {
        senderId: t.arg.int({ required: true }),
        passageId: t.arg.int(),
        zoneId: t.arg.int(),
        since: t.arg({ type: 'Timestamp', required: true }),
      },
      resolve: async (_root, { senderId, passageId, zoneId, since }, { scope }) => [
        ...orThrow(
          await previewPlacing(dependencies, await wholeAt(dependencies, scope, passageId, zoneId), {
            senderId,
            passageId: passageId ?? null,
            zoneId: zoneId ?? null,
            since,
          }),
        ),
      ],
    }),
  );
  builder.mutationField('placeDevice', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).field({
      type: sender,
      cost: () => costs.replay,
      description: 'Sets where a device is installed and since when; what it sent since counts.',
      args: {
        senderId: t.arg.int({ required: true }),
        passageId: t.arg.int(),
        zoneId: t.arg.int(),
        since: t.arg({ type: 'Timestamp', required: true }),
        replaces: t.arg.boolean({ required: true, description: 'Whether the device installed there is removed then.' }),
      },
      resolve: async (_root, { senderId, passageId, zoneId, since, replaces }, { scope }) =>
        listed(
          scope,
          placeDevice(dependencies, await wholeAt(dependencies, scope, passageId, zoneId), {
            senderId,
            passageId: passageId ?? null,
            zoneId: zoneId ?? null,
            since,
            replaces,
          }),
        ),
    }),
  );
  builder.mutationField('undoPlacing', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).field({
      type: sender,
      cost: () => costs.replay,
      description: 'Takes back where a device was placed last; what counted there since counts no longer.',
      args: { senderId: t.arg.int({ required: true }) },
      resolve: (_root, { senderId }, { scope }) =>
        listed(whole(scope), undoPlacing(dependencies, whole(scope), senderId)),
    }),
  );
  builder.mutationField('swapDirections', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).field({
      type: sender,
      cost: () => costs.replay,
      description: 'Exchanges in and out, also of what was sent before.',
      args: { senderId: t.arg.int({ required: true }), swapped: t.arg.boolean({ required: true }) },
      resolve: (_root, { senderId, swapped }, { scope }) =>
        listed(whole(scope), swapDirections(dependencies, whole(scope), senderId, swapped)),
    }),
  );
  builder.mutationField('forgetSender', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).boolean({
      cost: () => costs.forget,
      description: 'Deletes the pending data of a device. Fails for one that is installed somewhere.',
      args: { senderId: t.arg.int({ required: true }) },
      resolve: async (_root, { senderId }, { scope }) => {
        const found = await sendersStore(dependencies.db).find(whole(scope), senderId);
        if (found === null) throw toGraphqlError(failure('NOT_FOUND', 'No such device', 'senderId'));
        if (found.isPlaced)
          throw toGraphqlError(failure('BAD_INPUT', 'This device is installed somewhere', 'senderId'));
        await dependencies.db.transaction(async (transaction) => {
          await sendersStore(transaction).remove(scope, senderId);
          const { serial, installationId } = found;
          const entry = { at: dependencies.clock.now(), details: { name: serial }, subjectId: senderId };
          const site = installationId === null ? {} : { installationId };
          await recordAudit(scope, transaction, { ...entry, action: 'device.forgotten', ...site });
        });
        changed(scope, senderId);
        return true;
      },
    }),
  );
  registerFieldMaps(builder, dependencies, whole);
}

/** Requires access to the whole organization: a device may be installed at any site. */
function whole(scope: Scope): Scope {
  requireWholeOrganization(scope);
  return scope;
}

/** Requires access to the whole organization and to the given place. A place the caller may not see is not found. */
async function wholeAt(
  { sites }: PlacingDependencies,
  scope: Scope,
  passageId: number | null | undefined,
  zoneId: number | null | undefined,
): Promise<Scope> {
  const seen = await sites.topologies(scope);
  const isSeen = (id: number | null | undefined, of: 'passages' | 'zones') =>
    id == null || seen.some((site) => site[of].some((one) => one.id === id));
  for (const [id, of, field] of [
    [passageId, 'passages', 'passageId'],
    [zoneId, 'zones', 'zoneId'],
  ] as const)
    if (!isSeen(id, of)) throw toGraphqlError(failure('NOT_FOUND', 'No such place', field));
  return whole(scope);
}
