import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { type SaveTagsDependencies, saveTagCategory } from './save-tag-category.ts';

/** Registers the change of a category of tags, for administrators who see all sites: tags decide who sees which. */
export function registerSaveTagCategory(builder: Builder, dependencies: SaveTagsDependencies): void {
  const tag = builder.inputType('TagInput', {
    fields: (t) => ({
      id: t.int({ description: 'null: a new tag.' }),
      name: t.string({ required: true }),
      parent: t.string({ description: 'The name of the tag that it is inside.' }),
      installationIds: t.intList({ required: true, description: 'The sites that have exactly this tag.' }),
    }),
  });
  const category = builder.inputType('TagCategoryInput', {
    fields: (t) => ({
      id: t.int({ description: 'null: a new category.' }),
      name: t.string({ required: true }),
      tags: t.field({ type: [tag], required: true, description: 'All of them: tags left out are deleted.' }),
    }),
  });
  builder.mutationField('saveTagCategory', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).int({
      nullable: true,
      description: 'The id of the category; null once it has no tags, since it is deleted then.',
      args: { category: t.arg({ type: category, required: true }) },
      cost: ({ category: { tags } }, sizes) => 500_000 + 3000 * tags.length + 100 * sizes.installations,
      resolve: async (_root, { category: { id, name, tags } }, { scope }) =>
        orThrow(
          await saveTagCategory(dependencies, scope, {
            id: id ?? null,
            name,
            tags: tags.map((one) => ({ ...one, id: one.id ?? null, parent: one.parent ?? null })),
          }),
        ),
    }),
  );
}
