import { failure } from '@atrium/domain/core';
import type { Builder } from '../platform/graphql/builder.ts';
import { graphqlErrorOf } from '../platform/graphql/errors.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { partsOf } from '../sites/stored/index.ts';
import { applySiteFile, type Provisioning, type SiteFileOutcome } from './apply-site-file.ts';
import { type Change, siteFileActions } from './compare-states.ts';
import { describeChange } from './describe-change.ts';
import { exportSiteFile } from './export-site-file.ts';
import type { Problem } from './format/reading.ts';

/** Sites as a file, in and out, for administrators who see all of them. */
export function registerSiteFile(builder: Builder, provisioning: Provisioning): void {
  const outcome = registerOutcome(builder);
  builder.queryField('siteFile', (t) =>
    t.withAuth({ area: 'siteFile' }).string({
      description: 'The site file of the organization: applied again, it changes nothing.',
      cost: (_args, { zones, devices, passages }) => 50 * (zones.all + devices.all + passages.all),
      resolve: (_root, _args, { scope }) => exportSiteFile(provisioning.db, wholeOrganization(scope)),
    }),
  );
  builder.mutationField('applySiteFile', (t) =>
    t.withAuth({ $all: { area: 'siteFile', themselves: true } }).field({
      type: outcome,
      args: {
        file: t.arg.string({ required: true, description: 'The text of the file.' }),
        dryRun: t.arg.boolean({ description: 'Only say what would change.' }),
        prune: t.arg.boolean({ description: 'Remove what the file leaves out.' }),
      },
      cost: ({ file }, { zones, devices, passages }) =>
        10 * file.length + 50 * (zones.all + devices.all + passages.all),
      resolve: (_root, { file, dryRun, prune }, { scope }) =>
        applySiteFile(provisioning, file, {
          dryRun: dryRun ?? false,
          prune: prune ?? false,
          within: wholeOrganization(scope),
          by: scope,
        }),
    }),
  );
}

/** A file speaks about all sites: whoever sees only some of them may neither read nor change them through it. */
function wholeOrganization({ installationIds, organizationId }: Scope) {
  if (installationIds === null) return organizationId;
  throw graphqlErrorOf(failure('FORBIDDEN', 'You see only some of the sites'));
}

function registerOutcome(builder: Builder) {
  const action = builder.enumType('SiteFileAction', { values: siteFileActions });
  const change = builder.objectRef<Change>('SiteFileChange').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      kind: t.exposeString('kind'),
      key: t.string({ resolve: ({ key }) => partsOf(key).join('/') }),
      text: t.string({ description: 'What changes, in words.', resolve: describeChange }),
    }),
  });
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
      problems: t.field({
        type: [problem],
        length: { most: 100 },
        description: 'Any of them keeps all of the file from being applied.',
        resolve: ({ problems }) => [...problems],
      }),
    }),
  });
}
