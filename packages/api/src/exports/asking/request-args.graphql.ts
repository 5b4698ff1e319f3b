import type { Builder } from '../../platform/graphql/builder.ts';

type FieldBuilder = Parameters<Parameters<Builder['queryField']>[1]>[0];

/** The time an export is about. */
export const spanArgs = (t: Pick<FieldBuilder, 'arg'>) => ({
  from: t.arg({ type: 'Timestamp', required: true }),
  to: t.arg({ type: 'Timestamp', required: true, description: 'Excluded.' }),
});

/** What is asked of an export besides its time, whoever gets it. */
export const requestArgs = (t: Pick<FieldBuilder, 'arg'>) => ({
  dataType: t.arg.string({ required: true, description: 'counting, visits, presence, air, energy or sales.' }),
  granularity: t.arg.int({ required: true, description: 'Seconds: 60, 900, 3600, 86400, 604800 or 2592000.' }),
  includeSubZones: t.arg.boolean({ required: true }),
  target: t.arg.string({ required: true, description: 'zone or passage.' }),
  installationId: t.arg.int({ required: true }),
  zoneIds: t.arg.intList({ required: true }),
  format: t.arg.string({ description: 'xlsx, csv or parquet; a spreadsheet where nothing is said.' }),
});
