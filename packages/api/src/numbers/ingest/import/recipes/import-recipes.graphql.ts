import { dateOrders } from '@atrium/domain/numbers/readings';
import { counterKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../../platform/graphql/builder.ts';
import { orThrow, requireWholeOrganization } from '../../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../../platform/graphql/structures.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { toOptions } from '../import-upload.ts';
import { type AddOptions, readOptions } from '../option-inputs.graphql.ts';
import { importRecipesStore, maxRecipes, type SavedRecipe } from './import-recipes.store.ts';
import { deleteImportRecipe, type RecipeDependencies, saveImportRecipe } from './import-recipes.ts';

/** Registers an organization's own recipes of imports; requires the right to set up sites. */
export function registerImportRecipes(hub: Builder, dependencies: RecipeDependencies, addOptions: AddOptions): void {
  const recipe = registerRecipe(hub);
  const input = hub.inputType('ImportRecipeInput', { fields: addOptions });
  hub.queryField('importRecipes', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: [recipe],
      length: { most: maxRecipes },
      description: 'How the organization reads files of readings, by name.',
      resolve: async (_root, _args, { scope }) => [...(await importRecipesStore(dependencies.db).all(whole(scope)))],
    }),
  );
  hub.mutationField('saveImportRecipe', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: recipe,
      description: 'Saves the options of an import under a name, and replaces those of the same name.',
      args: { name: t.arg.string({ required: true }), input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { name, input: given }, { scope }) =>
        orThrow(await saveImportRecipe(dependencies, whole(scope), name, orThrow(toOptions(readOptions(given))))),
    }),
  );
  hub.mutationField('deleteImportRecipe', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).boolean({
      description: 'Deletes a recipe. What was imported with it stays.',
      args: { importRecipeId: t.arg.int({ required: true }) },
      resolve: async (_root, { importRecipeId }, { scope }) =>
        orThrow(await deleteImportRecipe(dependencies, whole(scope), importRecipeId)),
    }),
  );
}

/** Requires access to the whole organization: a recipe may name sensors of any site. */
function whole(scope: Scope): Scope {
  requireWholeOrganization(scope);
  return scope;
}

function registerRecipe(hub: Builder) {
  const column = hub.objectRef<SavedRecipe['maps'][number]>('RecipeColumn').implement({
    fields: (t) => ({
      column: t.exposeString('column', { description: 'Or a name that the column of names has.' }),
      metric: t.exposeString('metric'),
      unit: t.exposeString('unit', { nullable: true, description: 'Null: what the name of the column states.' }),
      serial: t.exposeString('serial', { nullable: true, description: 'Null: the device of the row.' }),
    }),
  });
  const across = hub.objectRef<NonNullable<SavedRecipe['across']>>('RecipeAcross').implement({
    description: 'What the columns hold that are named by hours or dates.',
    fields: (t) => ({
      metric: t.exposeString('metric'),
      unit: t.exposeString('unit', { nullable: true }),
    }),
  });
  return hub.objectRef<SavedRecipe>('ImportRecipe').implement({
    fields: (t) => ({
      id: t.exposeInt('recipeId'),
      name: t.exposeString('name'),
      columns: t.stringList({
        length: { most: 210 },
        description: 'A file of this shape has at least these.',
        resolve: ({ columns }) => [...columns],
      }),
      timezone: t.exposeString('timezone', { nullable: true }),
      timeColumn: t.exposeString('timeColumn'),
      clockColumn: t.exposeString('clockColumn', { nullable: true }),
      deviceColumn: t.exposeString('deviceColumn', { nullable: true }),
      serial: t.exposeString('serial', { nullable: true }),
      maps: t.field({ type: [column], length: { most: 200 }, resolve: ({ maps }) => [...maps] }),
      nameColumn: t.string({ nullable: true, resolve: ({ named }) => named?.nameColumn ?? null }),
      valueColumn: t.string({ nullable: true, resolve: ({ named }) => named?.valueColumn ?? null }),
      across: t.field({ type: across, nullable: true, resolve: (one) => one.across }),
      interval: t.exposeInt('interval', { description: 'Seconds that each row covers; 0 for instants.' }),
      fillZero: t.exposeBoolean('fillZero'),
      dateOrder: t.field({
        type: getEnumType(hub, 'DateOrder', dateOrders),
        nullable: true,
        resolve: (one) => one.dateOrder,
      }),
      timesAreEnds: t.exposeBoolean('timesAreEnds'),
      kind: t.field({
        type: getEnumType(hub, 'CounterKind', counterKinds),
        nullable: true,
        resolve: ({ kind }) => kind,
      }),
      exportTo: t.exposeString('exportTo', { nullable: true }),
    }),
  });
}
