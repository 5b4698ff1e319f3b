import { failure } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { TypeRef } from '../../platform/graphql/connections.ts';
import { requireWholeOrganization, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { splitKey } from '../../sites/stored/index.ts';
import { applySiteFile, exportSiteFile, type Provisioning, type SiteFileOutcome } from './apply-and-export.ts';
import { type Change, siteFileActions } from './compare-states.ts';
import { type ChangedField, describeChange, listChangedFields } from './describe-change.ts';
import { costOfReadingAll, registerSiteEditing, type SiteFilesDependencies } from './editing/edit-site.graphql.ts';
import type { Problem } from './format/reading.ts';

/** Changes listed field by field. All changes of a large file would exceed the size of a response. */
const maxRead = 200;

/** Site files, and editing a site. `provisioning` is for commands, and for the demo. */
export function createSiteFilesModule({ answerOver, db, bus, clock, mayCall }: SiteFilesDependencies) {
  const provisioning: Provisioning = { db, bus, clock, ...(mayCall && { mayCall }) };
  return {
    services: { provisioning },
    graphql: ({ main }: SchemaBuilders) => registerSiteFile(main, { ...provisioning, answerOver }),
  };
}

/** Registers export and import of site files, for administrators who see all sites. */
export function registerSiteFile(builder: Builder, provisioning: SiteFilesDependencies): void {
  const change = registerChange(builder);
  const outcome = registerOutcome(builder, change);
  registerSiteEditing(builder, provisioning, change);
  builder.queryField('siteFile', (t) =>
    t.withAuth({ area: 'siteFile' }).string({
      description: 'The site file of the organization: applied again, it changes nothing.',
      cost: (_args, sizes) => costOfReadingAll(sizes),
      holds: (_args, { zones, devices, passages }) => 10 * (zones.all + devices.all + passages.all),
      resolve: (_root, _args, { scope }) => exportSiteFile(provisioning.db, requireWholeOrganization(scope)),
    }),
  );
  builder.mutationField('applySiteFile', (t) =>
    t.withAuth({ $all: { area: 'siteFile', themselves: true } }).field({
      type: outcome,
      args: {
        file: t.arg.string({ description: 'The text of the file, if it is short.' }),
        upload: t.arg({
          type: 'File',
          description: 'The file as a part of a form, of at most 5 MB. Either this or `file`.',
        }),
        dryRun: t.arg.boolean({ description: 'Only say what would change.' }),
        prune: t.arg.boolean({ description: 'Remove what the file leaves out.' }),
      },
      cost: ({ file, upload }, sizes) => 10 * (file?.length ?? upload?.size ?? 0) + costOfReadingAll(sizes),
      resolve: async (_root, { dryRun, prune, ...given }, { scope, signal }) =>
        applySiteFile(provisioning, await readGiven(given), {
          dryRun: dryRun ?? false,
          prune: prune ?? false,
          within: requireWholeOrganization(scope),
          by: scope,
          signal,
        }),
    }),
  );
}

interface Given {
  readonly file?: string | null | undefined;
  readonly upload?: File | null | undefined;
}

/** Returns the text of a site file. BAD_INPUT unless exactly one of text and file is given. */
async function readGiven({ file, upload }: Given): Promise<string> {
  const texts = [file, upload].filter((one) => one != null);
  const [given] = texts;
  if (given === undefined || texts.length > 1)
    throw toGraphqlError(failure('BAD_INPUT', 'Send the site file either as a text or as a file', 'file'));
  return typeof given === 'string' ? given : given.text();
}

function registerChange(builder: Builder) {
  const action = builder.enumType('SiteFileAction', { values: siteFileActions });
  const field = builder.objectRef<ChangedField>('SiteFileChangedField').implement({
    fields: (t) => ({
      field: t.exposeString('field'),
      before: t.exposeString('before', { nullable: true }),
      after: t.exposeString('after', { nullable: true }),
    }),
  });
  return builder.objectRef<Change>('SiteFileChange').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      kind: t.exposeString('kind'),
      key: t.string({ resolve: ({ key }) => splitKey(key).join('/') }),
      text: t.string({ description: 'What changes, in words.', resolve: describeChange }),
      fields: t.field({
        type: [field],
        length: { most: 30 },
        description: 'The same field by field; null is none.',
        resolve: listChangedFields,
      }),
    }),
  });
}

function registerOutcome(builder: Builder, change: TypeRef<Change>) {
  const problem = builder.objectRef<Problem>('SiteFileProblem').implement({
    fields: (t) => ({
      line: t.exposeInt('line'),
      column: t.exposeInt('column'),
      message: t.exposeString('message'),
    }),
  });
  return builder.objectRef<SiteFileOutcome>('SiteFileOutcome').implement({
    fields: (t) => ({
      applied: t.exposeBoolean('applied'),
      changes: t.field({ type: [change], length: { most: 5000 }, resolve: ({ changes }) => [...changes] }),
      changeCount: t.int({ resolve: ({ changes }) => changes.length }),
      leadingChanges: t.field({
        type: [change],
        length: { most: maxRead },
        description: 'As many of the changes as anybody reads, field by field.',
        resolve: ({ changes }) => changes.slice(0, maxRead),
      }),
      problems: t.field({
        type: [problem],
        length: { most: 100 },
        description: 'Any of them keeps all of the file from being applied.',
        resolve: ({ problems }) => [...problems],
      }),
    }),
  });
}
