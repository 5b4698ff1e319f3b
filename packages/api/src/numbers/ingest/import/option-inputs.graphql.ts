import { dateOrders } from '@atrium/domain/numbers/readings';
import { counterKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { UploadedReadings } from './import-upload.ts';

/**
 * Registers the types of an import's options, and returns their fields for an input: an import's, or a saved recipe's.
 */
export function registerOptionTypes(builder: Builder) {
  const column = builder.inputType('ReadingsColumnInput', {
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
  const across = builder.inputType('ReadingsAcrossInput', {
    description: 'What the columns hold that are named by hours or dates.',
    fields: (t) => ({ metric: t.string({ required: true }), unit: t.string() }),
  });
  return (t: InputFields) => ({
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
    dateOrder: t.field({
      type: getEnumType(builder, 'DateOrder', dateOrders),
      description: 'What comes first in dates such as 03/04/2021. Null: what the dates of the file show.',
    }),
    timesAreEnds: t.boolean({ description: 'Whether the time of a row is the end of its interval.' }),
    kind: t.field({
      type: getEnumType(builder, 'CounterKind', counterKinds),
      description: 'What the values of meters are. An import needs it; a check without it compares both.',
    }),
    exportTo: t.string({ description: 'Serial of the meter of production that negative amounts belong to.' }),
  });
}

/** Fields of the options, for an input. */
export type AddOptions = ReturnType<typeof registerOptionTypes>;

type InputFields = Parameters<NonNullable<Parameters<Builder['inputType']>[1]['fields']>>[0];

/** An import's options as a client gives them. */
type GivenInput = Pick<UploadedReadings, 'timezone' | 'timeColumn' | 'interval' | 'fillZero'> & {
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

/** Returns options with null for what is not given. */
export function readOptions(given: GivenInput): Omit<UploadedReadings, 'file' | 'checkOnly'> {
  const { nameColumn, valueColumn, across, maps, timezone, timeColumn, interval, fillZero } = given;
  return {
    ...{ timezone, timeColumn, interval, fillZero },
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
