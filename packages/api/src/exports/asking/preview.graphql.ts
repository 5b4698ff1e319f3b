import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { SpreadsheetCell } from '../../platform/spreadsheets/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { type ExportPreview, type PreviewSheet, previewExport } from './preview-export.ts';
import { buildRequestArgs, buildSpanArgs } from './request-args.graphql.ts';

/** Cost in µs, including the database's: several days of data with reporting gaps. */
const costOfPreview = 1_200_000;

/** Registers `exportPreview`: the first rows of a file. */
export function registerExportPreview(builder: Builder, deps: ExportsDependencies): void {
  const sheet = registerSheet(builder);
  const preview = builder.objectRef<ExportPreview>('ExportPreview').implement({
    fields: (t) => ({
      rows: t.exposeInt('rows', { description: 'Of the whole file, at the most.' }),
      days: t.exposeInt('days'),
      perDay: t.exposeInt('perDay', {
        nullable: true,
        description: 'Rows of a place on a day of 24 hours; null: a day or wider.',
      }),
      buckets: t.exposeInt('buckets', { description: 'Rows of one place.' }),
      places: t.exposeInt('places'),
      width: t.exposeInt('width', { description: 'Seconds; wider than asked where sensors report more rarely.' }),
      bytes: t.exposeInt('bytes', { description: 'About.' }),
      timezone: t.exposeString('timezone'),
      sheets: t.field({ type: [sheet], length: { most: 3 }, resolve: ({ sheets }) => [...sheets] }),
    }),
  });
  builder.queryField('exportPreview', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: preview,
      cost: () => costOfPreview,
      description: 'The size of the file that would be made, and its first rows from where the site opens.',
      args: { ...buildRequestArgs(builder, t), ...buildSpanArgs(t) },
      resolve: async (_root, raw, { scope, signal }) =>
        orThrow(await previewExport(deps, scope, { ...raw, userIds: [] }, signal)),
    }),
  );
}

function registerSheet(builder: Builder) {
  const kind = builder.enumType('ExportColumnKind', {
    values: {
      text: { value: 'text' },
      number: { value: 'number' },
      percent: { value: 'percent' },
      date: { value: 'date' },
      dateTime: { value: 'date-time' },
    } as const,
  });
  const column = builder.objectRef<PreviewSheet['columns'][number]>('ExportColumn').implement({
    fields: (t) => ({
      title: t.exposeString('title'),
      kind: t.expose('kind', { type: kind }),
      decimals: t.int({ nullable: true, resolve: ({ decimals }) => decimals ?? null }),
    }),
  });
  const row = builder.objectRef<readonly SpreadsheetCell[]>('ExportRow').implement({
    fields: (t) => ({
      cells: t.field({
        type: 'JSON',
        description: 'A text, a number or null by column; times are wall times of the site.',
        resolve: (cells) => [...cells],
      }),
    }),
  });
  return builder.objectRef<PreviewSheet>('ExportSheet').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      columns: t.field({ type: [column], length: { most: 30 }, resolve: ({ columns }) => [...columns] }),
      firstRow: t.exposeInt('firstRow', { description: 'Its number, the head being 1.' }),
      rows: t.field({ type: [row], length: { most: 60 }, resolve: ({ rows }) => [...rows] }),
    }),
  });
}
