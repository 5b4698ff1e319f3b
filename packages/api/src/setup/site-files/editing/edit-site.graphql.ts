import { failure, type InstallationId, id } from '@atrium/domain/core';
import type { SiteDeclaration } from '@atrium/domain/setup/site-files';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import type { Sizes } from '../../../platform/graphql/cost/declared-cost.ts';
import { requireWholeOrganization, toGraphqlError } from '../../../platform/graphql/errors.ts';
import type { Provisioning } from '../apply-and-export.ts';
import type { Change } from '../compare-states.ts';
import { registerDeclarationInput } from './declaration-input.graphql.ts';
import { registerDeclarationTypes } from './declaration-types.graphql.ts';
import { type EditedSite, type EditOutcome, type EditProblem, editSite, loadEditedSites } from './edit-site.ts';
import { registerPastNumbers } from './past-numbers.graphql.ts';
import { comparePastNumbers, type PastNumbersDependencies } from './past-numbers.ts';

/**
 * Query cost, in microseconds, of reading everything an organization has set up: about fifty statements, mostly
 * PostgreSQL time, plus a part per record.
 */
export const costOfReadingAll = ({ zones, devices, passages }: Sizes): number =>
  1_200_000 + 50 * (zones.all + devices.all + passages.all);

export type SiteFilesDependencies = Provisioning & PastNumbersDependencies;

/** Registers site editing for screens, with the declarations, rules and audit of site files. */
export function registerSiteEditing(
  builder: Builder,
  provisioning: SiteFilesDependencies,
  change: TypeRef<Change>,
): void {
  const site = registerEditedSite(builder);
  const outcome = registerEditOutcome(builder, change, site);
  builder.queryField('editedSites', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: [site],
      length: { of: 'installations' },
      cost: (_args, sizes) => costOfReadingAll(sizes),
      resolve: async (_root, _args, { scope }) => [
        ...(await loadEditedSites(provisioning.db, requireWholeOrganization(scope))),
      ],
    }),
  );
  builder.queryField('editedSite', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: site,
      args: { installationId: t.arg.int({ required: true }) },
      cost: (_args, sizes) => costOfReadingAll(sizes),
      async resolve(_root, { installationId }, { scope }) {
        const asked = id<InstallationId>(installationId);
        // A site the caller may not see is not found.
        if (scope.installationIds !== null && !scope.installationIds.includes(asked)) throw noSuchInstallation();
        const sites = await loadEditedSites(provisioning.db, requireWholeOrganization(scope));
        const found = sites.find((one) => one.id === asked);
        if (found === undefined) throw noSuchInstallation();
        return found;
      },
    }),
  );
  const declaration = registerDeclarationInput(builder);
  builder.queryField('pastNumbers', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: registerPastNumbers(builder),
      nullable: true,
      args: { declaration: t.arg({ type: declaration, required: true }) },
      description: 'What saving it would make of numbers of the past; null: they stay, or it could not be saved.',
      cost: (_args, sizes) =>
        costOfReadingAll(sizes) + 1000 * (sizes.zones.largest + sizes.devices.largest + sizes.passages.largest),
      resolve: (_root, args, { scope }) => {
        requireWholeOrganization(scope);
        return comparePastNumbers(provisioning, scope, declared(args.declaration));
      },
    }),
  );
  builder.mutationField('editSite', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: outcome,
      args: {
        declaration: t.arg({ type: declaration, required: true }),
        version: t.arg.int({ description: 'The version that was read; null of a new site.' }),
        dryRun: t.arg.boolean({ required: true, description: 'Only say what would change.' }),
      },
      cost: (_args, sizes) => 4 * costOfReadingAll(sizes),
      resolve: (_root, { declaration, version, dryRun }, { scope }) => {
        requireWholeOrganization(scope);
        return editSite(provisioning, scope, declared(declaration), { dryRun, version: version ?? null });
      },
    }),
  );
}

const noSuchInstallation = () => toGraphqlError(failure('NOT_FOUND', 'No such installation', 'installationId'));

/** Replaces undefined by null. The kind of a device is any text here; the rules of the file validate it. */
const declared = (given: object): SiteDeclaration =>
  JSON.parse(JSON.stringify(given, (_key, value) => value ?? null)) as SiteDeclaration;

function registerEditedSite(builder: Builder) {
  const declaration = registerDeclarationTypes(builder);
  return builder.objectRef<EditedSite>('EditedSite').implement({
    fields: (t) => ({
      id: t.exposeInt('id', { description: 'Of its installation.' }),
      version: t.exposeInt('version', { description: 'Grows with every change of the site.' }),
      name: t.string({ resolve: (site) => site.declaration.name }),
      city: t.string({ nullable: true, resolve: (site) => site.declaration.city }),
      timezone: t.string({ resolve: (site) => site.declaration.timezone }),
      zones: t.int({ resolve: (site) => inService(site.declaration.zones) }),
      passages: t.int({ resolve: (site) => inService(site.declaration.passages) }),
      devices: t.int({ resolve: (site) => site.declaration.devices.length }),
      declaration: t.field({ type: declaration, resolve: (site) => site.declaration }),
    }),
  });
}

const inService = (parts: readonly { readonly removedAt: string | null }[]) =>
  parts.filter(({ removedAt }) => removedAt === null).length;

function registerEditOutcome(builder: Builder, change: TypeRef<Change>, site: TypeRef<EditedSite>) {
  const problem = builder.objectRef<EditProblem>('EditProblem').implement({
    fields: (t) => ({
      path: t.stringList({
        length: { most: 8 },
        description: 'The field it is about, such as zones, 0, limit.',
        resolve: ({ path }) => [...path],
      }),
      message: t.exposeString('message'),
    }),
  });
  return builder.objectRef<EditOutcome>('EditOutcome').implement({
    fields: (t) => ({
      applied: t.exposeBoolean('applied'),
      isConflict: t.exposeBoolean('isConflict', { description: 'Somebody else has changed the site since.' }),
      changes: t.field({ type: [change], length: { most: 500 }, resolve: ({ changes }) => [...changes] }),
      problems: t.field({ type: [problem], length: { most: 100 }, resolve: ({ problems }) => [...problems] }),
      site: t.field({ type: site, nullable: true, resolve: (edited) => edited.site }),
    }),
  });
}
