import { exportDataTypes, exportFormats, exportTargets } from '@atrium/domain/actions/exports';
import type { Builder } from '../../platform/graphql/builder.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';

type FieldBuilder = Parameters<Parameters<Builder['queryField']>[1]>[0];

/** Builds the arguments for the period of an export. */
export const buildSpanArgs = (t: Pick<FieldBuilder, 'arg'>) => ({
  from: t.arg({ type: 'Timestamp', required: true }),
  to: t.arg({ type: 'Timestamp', required: true, description: 'Excluded.' }),
});

/** Builds the arguments of an export besides its period and recipients. */
export const buildRequestArgs = (builder: Builder, t: Pick<FieldBuilder, 'arg'>) => ({
  dataType: t.arg({ type: getEnumType(builder, 'ExportDataType', exportDataTypes), required: true }),
  granularity: t.arg.int({ required: true, description: 'Seconds: 60, 900, 3600, 86400, 604800 or 2592000.' }),
  includeSubZones: t.arg.boolean({ required: true }),
  target: t.arg({ type: getEnumType(builder, 'ExportTarget', exportTargets), required: true }),
  installationId: t.arg.int({ required: true }),
  zoneIds: t.arg.intList({ required: true }),
  format: t.arg({
    type: getEnumType(builder, 'ExportFormat', exportFormats),
    description: 'A spreadsheet where nothing is said.',
  }),
});
