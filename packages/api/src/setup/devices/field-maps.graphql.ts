import {
  type FieldMap,
  fieldMeanings,
  maxPacketFields,
  type PacketField,
  type PacketNumber,
} from '@atrium/domain/setup/devices';
import type { InputRef } from '@pothos/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { fieldMapsStore, maxFieldMaps, type StoredFieldMap } from './field-maps.store.ts';
import { deleteFieldMap, saveFieldMap } from './field-maps.ts';
import type { PlacingDependencies } from './place-device.ts';
import {
  type FieldMapTrial,
  maxTriedDevices,
  maxTriedNumbers,
  readPacketFields,
  type TriedDevice,
  tryFieldMap,
} from './try-field-map.ts';

/** Query costs in microseconds of CPU time: up to 500 bodies, and one. */
const [readAgainCost, fieldsCost] = [2_000_000, 50_000];

/** Registers field maps. `whole` requires access to the whole organization. */
export function registerFieldMaps(
  builder: Builder,
  { db, clock }: Pick<PlacingDependencies, 'db' | 'clock'>,
  whole: (scope: Scope) => Scope,
): void {
  const meaning = builder.enumType('FieldMeaning', { values: fieldMeanings });
  const number = builder.objectRef<FieldMap['numbers'][number]>('MappedNumber').implement({
    fields: (t) => ({
      path: t.exposeString('path'),
      metric: t.exposeString('metric'),
      meaning: t.expose('meaning', { type: meaning }),
      factor: t.exposeFloat('factor'),
    }),
  });
  const fieldMap = builder.objectRef<StoredFieldMap>('FieldMap').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      list: t.exposeString('list', { description: 'Where a list of packets stands; empty where a body is one.' }),
      device: t.exposeString('device'),
      time: t.exposeString('time', { description: 'Empty: the moment it came.' }),
      interval: t.exposeInt('interval', { description: 'Seconds that a period is about.' }),
      numbers: t.field({ type: [number], length: { most: 30 }, resolve: ({ numbers }) => [...numbers] }),
    }),
  });
  const numberInput = builder.inputType('MappedNumberInput', {
    fields: (t) => ({
      path: t.string({ required: true }),
      metric: t.string({ required: true }),
      meaning: t.field({ type: meaning, required: true }),
      factor: t.float({ required: true }),
    }),
  });
  const mapInput = builder.inputType('FieldMapInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      list: t.string({ required: true }),
      device: t.string({ required: true }),
      time: t.string({ required: true }),
      interval: t.int({ required: true }),
      numbers: t.field({ type: [numberInput], required: true }),
    }),
  });
  builder.queryField('fieldMaps', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: [fieldMap],
      length: { most: maxFieldMaps },
      description: 'Where fields stand in formats that are no known maker’s.',
      resolve: async (_root, _args, { scope }) => [...(await fieldMapsStore(db).all(whole(scope)))],
    }),
  );
  builder.mutationField('saveFieldMap', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).field({
      type: fieldMap,
      cost: () => readAgainCost,
      description: 'Makes or changes a map, and reads by it what waits.',
      args: { fieldMapId: t.arg.int(), map: t.arg({ type: mapInput, required: true }) },
      resolve: async (_root, { fieldMapId, map }, { scope }) =>
        orThrow(await saveFieldMap({ db, clock }, whole(scope), fieldMapId ?? null, map)),
    }),
  );
  builder.mutationField('deleteFieldMap', (t) =>
    t.withAuth({ $all: { area: 'deviceInbox', themselves: true } }).boolean({
      cost: () => readAgainCost,
      description: 'Removes a map. What it read is not understood any more, and is kept.',
      args: { fieldMapId: t.arg.int({ required: true }) },
      resolve: async (_root, { fieldMapId }, { scope }) =>
        orThrow(await deleteFieldMap({ db, clock }, whole(scope), fieldMapId)),
    }),
  );
  registerTrials(builder, { db, whole, mapInput });
}

type MapInput = InputRef<FieldMap>;

/** Registers what a map that is being written would read, and the fields it may name. */
function registerTrials(
  builder: Builder,
  {
    db,
    whole,
    mapInput,
  }: { readonly db: Database; readonly whole: (scope: Scope) => Scope; readonly mapInput: MapInput },
): void {
  const number = builder.objectRef<PacketNumber>('TriedNumber').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      at: t.field({ type: 'Timestamp', resolve: (one) => (one.kind === 'period' ? one.to : one.at) }),
      value: t.float({
        resolve: (one) => (one.kind === 'total' ? one.total : one.kind === 'crossing' ? 1 : one.value),
      }),
    }),
  });
  const device = builder.objectRef<TriedDevice>('TriedDevice').implement({
    fields: (t) => ({
      device: t.exposeString('device'),
      packets: t.exposeInt('packets'),
      numbers: t.field({
        type: [number],
        length: { most: maxTriedNumbers },
        description: 'Of its newest packet.',
        resolve: ({ numbers }) => [...numbers],
      }),
    }),
  });
  const trial = builder.objectRef<FieldMapTrial>('FieldMapTrial').implement({
    fields: (t) => ({
      tried: t.exposeInt('tried', { description: 'The newest packets that no other map reads.' }),
      read: t.exposeInt('read'),
      devices: t.field({
        type: [device],
        length: { most: maxTriedDevices },
        resolve: ({ devices }) => [...devices],
      }),
    }),
  });
  builder.queryField('fieldMapTrial', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: trial,
      cost: () => readAgainCost,
      description: 'What a map would read of all that waits, without saving it.',
      args: { fieldMapId: t.arg.int(), map: t.arg({ type: mapInput, required: true }) },
      resolve: async (_root, { fieldMapId, map }, { scope }) =>
        orThrow(await tryFieldMap(db, whole(scope), fieldMapId ?? null, map)),
    }),
  );
  const field = builder.objectRef<PacketField>('PacketField').implement({
    fields: (t) => ({ path: t.exposeString('path'), value: t.exposeString('value') }),
  });
  builder.queryField('packetFields', (t) =>
    t.withAuth({ area: 'deviceInbox' }).field({
      type: [field],
      length: { most: maxPacketFields },
      cost: () => fieldsCost,
      description: 'The texts and numbers of the newest packet of a device, under the paths by which a map reads them.',
      args: { senderId: t.arg.int({ required: true }) },
      resolve: async (_root, { senderId }, { scope }) => [
        ...orThrow(await readPacketFields(db, whole(scope), senderId)),
      ],
    }),
  );
}
