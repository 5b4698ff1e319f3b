import {
  deviceUses,
  dialectIds,
  type PacketMark,
  type PacketReading,
  packetMarkKinds,
} from '@atrium/domain/setup/devices';
import type { Builder } from '../../platform/graphql/builder.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import { maxSenders } from './packets/senders.store.ts';
import { defaultInboxLimits } from './packets/store-packet.ts';
import {
  type AddedDay,
  type DeviceInbox,
  type ListedSender,
  maxPlaces,
  maxShownPackets,
  type SenderDetail,
  type ShownPacket,
  type SuggestedPlace,
} from './read-inbox.ts';

export function registerDeviceTypes(builder: Builder) {
  const sender = registerSender(builder);
  const packet = registerPacket(builder);
  const inbox = builder.objectRef<DeviceInbox>('DeviceInbox').implement({
    fields: (t) => ({
      senders: t.field({ type: [sender], length: { most: maxSenders }, resolve: ({ senders }) => [...senders] }),
      waiting: t.int({
        description: 'Devices that hang nowhere yet.',
        resolve: ({ senders }) => senders.filter(({ isWaiting }) => isWaiting).length,
      }),
      bytesWaiting: t.exposeInt('bytesWaiting', { description: 'Kept raw of devices that wait.' }),
      bytesLimit: t.exposeInt('bytesLimit'),
      days: t.exposeInt('days', { description: 'For which packets are kept.' }),
    }),
  });
  const place = builder.objectRef<SuggestedPlace>('DevicePlace').implement({
    fields: (t) => ({
      passageId: t.exposeInt('passageId', { nullable: true }),
      zoneId: t.exposeInt('zoneId', { nullable: true }),
      name: t.exposeString('name'),
      site: t.string({ resolve: ({ site }) => site.fields.name }),
      timezone: t.string({ resolve: ({ site }) => site.topology.timezone }),
      hasSameName: t.exposeBoolean('hasSameName'),
      occupied: t.boolean({
        description: 'Whether one of its kind is installed there.',
        resolve: ({ occupants }) => occupants.length > 0,
      }),
      freeSince: t.expose('freeSince', { type: 'Timestamp', nullable: true }),
    }),
  });
  const detail = builder.objectRef<SenderDetail>('DeviceSenderDetail').implement({
    fields: (t) => ({
      sender: t.expose('sender', { type: sender }),
      use: t.expose('use', {
        type: getEnumType(builder, 'DeviceUse', deviceUses),
        nullable: true,
        description: 'null: not understood.',
      }),
      packets: t.field({ type: [packet], length: { most: maxShownPackets }, resolve: ({ packets }) => [...packets] }),
      places: t.field({
        type: [place],
        length: { most: maxPlaces },
        description: 'Where it may hang, the likeliest first.',
        resolve: ({ places }) => [...places],
      }),
    }),
  });
  const addedDay = builder.objectRef<AddedDay>('AddedDay').implement({
    fields: (t) => ({
      date: t.exposeString('date'),
      entries: t.exposeInt('entries'),
      readings: t.exposeInt('readings'),
    }),
  });
  return { inbox, detail, sender, addedDay };
}

function registerSender(builder: Builder) {
  const dialect = builder.enumType('DeviceDialect', { values: dialectIds });
  const markKind = builder.enumType('PacketMarkKind', { values: packetMarkKinds });
  return builder.objectRef<ListedSender>('DeviceSender').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      serial: t.exposeString('serial'),
      dialect: t.expose('dialect', {
        type: dialect,
        nullable: true,
        description: 'null: what it sends is not understood.',
      }),
      name: t.exposeString('name', { nullable: true }),
      model: t.exposeString('model', { nullable: true }),
      firstAt: t.expose('firstAt', { type: 'Timestamp' }),
      lastAt: t.expose('lastAt', { type: 'Timestamp' }),
      packets: t.exposeInt('packets'),
      repeats: t.exposeInt('repeats'),
      battery: t.exposeInt('battery', { nullable: true, description: '%' }),
      signal: t.exposeInt('signal', { nullable: true, description: 'dBm' }),
      firmware: t.exposeString('firmware', { nullable: true }),
      marks: t.field({
        type: [markKind],
        length: { most: packetMarkKinds.length },
        resolve: ({ marks }) => [...marks],
      }),
      swapped: t.exposeBoolean('swapped'),
      place: t.exposeString('place', { nullable: true, description: 'Where it is installed; null while it waits.' }),
      isWaiting: t.exposeBoolean('isWaiting', {
        description: 'It sends, and it is not assigned to a place, or it was removed before.',
      }),
      takenDownAt: t.expose('removedAt', { type: 'Timestamp', nullable: true }),
      timezone: t.exposeString('timezone', { description: 'That its times are told in.' }),
      canUndo: t.boolean({ resolve: ({ former }) => former !== null }),
    }),
  });
}

/**
 * Estimated values per shown packet: the storage limit of a device, at 20 bytes a value, divided by the packets shown.
 */
const valuesOfBody = defaultInboxLimits.bytesPerDevice / 20 / maxShownPackets;

function registerPacket(builder: Builder) {
  const reading = builder.objectRef<PacketReading>('PacketReading').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      at: t.expose('at', { type: 'Timestamp' }),
      value: t.exposeFloat('value'),
      interval: t.exposeInt('interval'),
    }),
  });
  const mark = builder.objectRef<PacketMark>('PacketMark').implement({
    fields: (t) => ({
      kind: t.exposeString('kind'),
      costs: t.exposeBoolean('costs', { description: 'Whether numbers are missing because of it.' }),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp' }),
    }),
  });
  return builder.objectRef<ShownPacket>('DevicePacket').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      receivedAt: t.expose('receivedAt', { type: 'Timestamp' }),
      raw: t.exposeString('body', { holds: () => valuesOfBody, description: 'As it came.' }),
      isUnderstood: t.boolean({ resolve: ({ packet }) => packet !== null }),
      readings: t.field({
        type: [reading],
        length: { most: 100 },
        resolve: ({ followed }) => followed?.readings.slice(0, 100) ?? [],
      }),
      marks: t.field({ type: [mark], length: { most: 10 }, resolve: ({ followed }) => [...(followed?.marks ?? [])] }),
      offsetSaid: t.int({
        nullable: true,
        description: 'Minutes from UTC that its clock said wrongly.',
        resolve: ({ followed }) => followed?.wrongOffset?.said ?? null,
      }),
      offsetReadAs: t.int({ nullable: true, resolve: ({ followed }) => followed?.wrongOffset?.readAs ?? null }),
    }),
  });
}
