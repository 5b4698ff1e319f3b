import { type FileFaultCode, fileFaultCodes } from '@atrium/domain/numbers/delimited-files';
import { dateOrders, sendableMetrics } from '@atrium/domain/numbers/readings';
import { counterKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import {
  createImportUpload,
  maxFaults,
  type ReadingsImportDependencies,
  type ReadingsImported,
  type UploadedReadings,
} from './import-upload.ts';
import type { MeterPreview } from './meter-preview.ts';

/** Microseconds to read and store a 10 MB file. */
const importCost = 200_000;
/** Maximum characters of a field shown in a fault. */
const maxShownLength = 64;

/** Registers the import of readings from files; requires the right to set up sites. */
export function registerReadingsImportOnHub(hub: Builder, dependencies: ReadingsImportDependencies): void {
  const importUpload = createImportUpload(dependencies);
  const answer = registerAnswer(hub);
  const column = hub.inputType('ReadingsColumnInput', {
    fields: (t) => ({
      column: t.string({
        required: true,
        description: 'Its name; in a long table, a name that the column of names has.',
      }),
      metric: t.string({ required: true }),
      unit: t.string({ description: 'Such as Wh or "m³ x10". Null: what the name of the column states.' }),
      serial: t.string({ description: 'Device of this column. Null: that of the row.' }),
    }),
  });
  const across = hub.inputType('ReadingsAcrossInput', {
    description: 'What the columns hold that are named by hours or dates.',
    fields: (t) => ({ metric: t.string({ required: true }), unit: t.string() }),
  });
  const order = hub.enumType('DateOrder', {
    values: dateOrders,
    description: 'What comes first in dates such as 03/04/2021.',
  });
  const input = hub.inputType('ImportReadingsInput', {
    fields: (t) => ({
      timezone: t.string({ required: true, description: 'IANA name: of times without an offset.' }),
      timeColumn: t.string({ required: true }),
      clockColumn: t.string({ description: 'Column of the time of day, if the other holds the date alone.' }),
      deviceColumn: t.string({ description: 'Holds the serials; or one serial for the whole file.' }),
      serial: t.string(),
      maps: t.field({ type: [column], required: true }),
      nameColumn: t.string({
        description: 'Names what the value column of the row holds: the names are those of `maps`.',
      }),
      valueColumn: t.string(),
      across: t.field({ type: across }),
      interval: t.int({ required: true, description: 'Seconds that each row covers; 0 for instants.' }),
      fillZero: t.boolean({ required: true, description: 'Slots without a row mean that nobody came.' }),
      dateOrder: t.field({ type: order, description: 'Null: what the dates of the file show.' }),
      timesAreEnds: t.boolean({ description: 'Whether the time of a row is the end of its interval.' }),
      kind: t.field({
        type: getEnumType(hub, 'CounterKind', counterKinds),
        description: 'What the values of meters are. An import needs it; a check without it compares both.',
      }),
      exportTo: t.string({ description: 'Serial of the meter of production that negative amounts belong to.' }),
      checkOnly: t.boolean({ required: true, description: 'Tells what importing would store, and stores nothing.' }),
    }),
  });
  hub.mutationField('importReadings', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: answer,
      description: 'Imports readings. Lines that are wrong are left out and told; the same file again changes nothing.',
      cost: () => importCost,
      args: {
        file: t.arg({
          type: 'File',
          description:
            'Delimited text, JSON, .xlsx, .xls, or a zip of them, also as gzip, of at most 10 MB; unpacked 160 MB and 2 million lines.',
        }),
        input: t.arg({ type: input, required: true }),
      },
      resolve: async (_root, { file, input: given }, { scope, signal }) =>
        orThrow(await importUpload(scope, { ...toUploaded(given), file: file ?? null }, signal)),
    }),
  );
}

type GivenInput = Pick<UploadedReadings, 'timezone' | 'timeColumn' | 'interval' | 'fillZero' | 'checkOnly'> & {
  readonly maps: readonly GivenMap[];
  readonly across?: Omit<GivenMap, 'column' | 'serial'> | null | undefined;
  readonly timesAreEnds?: boolean | null | undefined;
} & {
  readonly [Name in 'clockColumn' | 'deviceColumn' | 'serial' | 'nameColumn' | 'valueColumn' | 'exportTo']?:
    | string
    | null
    | undefined;
} & { readonly [Name in 'dateOrder' | 'kind']?: UploadedReadings[Name] | undefined };

interface GivenMap {
  readonly column: string;
  readonly metric: string;
  readonly unit?: string | null | undefined;
  readonly serial?: string | null | undefined;
}

function toUploaded(given: GivenInput): Omit<UploadedReadings, 'file'> {
  const { nameColumn, valueColumn, across, maps, ...rest } = given;
  return {
    ...rest,
    maps: maps.map(({ unit, serial, ...map }) => ({ ...map, unit: unit ?? null, serial: serial ?? null })),
    named: nameColumn == null || valueColumn == null ? null : { nameColumn, valueColumn },
    across: across == null ? null : { metric: across.metric, unit: across.unit ?? null },
    clockColumn: given.clockColumn ?? null,
    deviceColumn: given.deviceColumn ?? null,
    serial: given.serial ?? null,
    dateOrder: given.dateOrder ?? null,
    timesAreEnds: given.timesAreEnds ?? false,
    kind: given.kind ?? null,
    exportTo: given.exportTo ?? null,
  };
}

function registerAnswer(hub: Builder) {
  const code = hub.enumType('ReadingsFaultCode', { values: Object.keys(fileFaultCodes) as FileFaultCode[] });
  const fault = hub.objectRef<ReadingsImported['faults'][number]>('ReadingsFault').implement({
    fields: (t) => ({
      line: t.exposeInt('line', {
        description: 'Line of the file, from 1; in JSON, place of the object; 0 for a file as a whole.',
      }),
      entry: t.string({
        nullable: true,
        description: 'Name of the file within an archive.',
        resolve: ({ fault: { entry } }) => entry?.slice(0, maxShownLength).toWellFormed() ?? null,
      }),
      code: t.field({ type: code, resolve: ({ fault: { code: why } }) => why }),
      value: t.string({
        nullable: true,
        description: 'What stands there.',
        resolve: ({ fault: { value } }) => value?.slice(0, maxShownLength).toWellFormed() ?? null,
      }),
    }),
  });
  const meter = hub.objectRef<MeterPreview>('MeterPreview').implement({
    description: 'What the values of a meter would count, read in both ways.',
    fields: (t) => ({
      metric: t.exposeString('metric'),
      amounts: t.exposeFloat('amounts', { description: 'If each is the amount of its interval.' }),
      register: t.exposeFloat('register', { description: 'If each is the state of a register.' }),
    }),
  });
  return hub.objectRef<ReadingsImported>('ReadingsImport').implement({
    fields: (t) => ({
      rows: t.exposeInt('rows', { description: 'After the header.' }),
      badLines: t.exposeInt('badLines', { description: 'Of which at least one reading was left out.' }),
      accepted: t.exposeInt('accepted', { description: 'New readings; of a check, all that are sound.' }),
      unchanged: t.exposeInt('unchanged'),
      corrected: t.exposeInt('corrected'),
      filled: t.exposeInt('filled', { description: 'Of these, slots filled with 0.' }),
      devices: t.exposeInt('devices'),
      meters: t.field({
        type: [meter],
        length: { most: sendableMetrics.size },
        description: 'Of a check that does not say what the values of meters are.',
        resolve: ({ meters }) => [...meters],
      }),
      first: t.field({ type: 'Timestamp', nullable: true, resolve: ({ span }) => span?.first ?? null }),
      last: t.field({ type: 'Timestamp', nullable: true, resolve: ({ span }) => span?.last ?? null }),
      faults: t.field({
        type: [fault],
        length: { most: maxFaults },
        description: 'Of the first lines that were left out.',
        resolve: ({ faults }) => [...faults],
      }),
    }),
  });
}
