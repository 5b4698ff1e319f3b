import { type ImportRecipe, listRecipeColumns, type RecipeOptions } from '@atrium/domain/numbers/import';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { importRecipes } from './import-recipes.schema.ts';

/** Recipe of an organization. Its `id` is its name, as for commands. */
export interface SavedRecipe extends ImportRecipe {
  readonly recipeId: number;
}

/** Limit per organization. */
export const maxRecipes = 50;

export function importRecipesStore(db: Database) {
  const { organizationId: ofOrganization } = importRecipes;
  return {
    /** Returns all recipes of an organization, by name. */
    async all({ organizationId }: Scope): Promise<readonly SavedRecipe[]> {
      const rows = await db
        .select()
        .from(importRecipes)
        .where(eq(ofOrganization, organizationId))
        .orderBy(asc(importRecipes.name))
        .limit(maxRecipes);
      return rows.map(({ id, name, options }) => ({
        ...options,
        recipeId: id,
        ...{ id: name, name, columns: listRecipeColumns(options) },
      }));
    },

    /** Adds a recipe, or replaces the one of this name. Returns its id. */
    async save({ organizationId }: Scope, name: string, options: RecipeOptions): Promise<number> {
      const [row] = await db
        .insert(importRecipes)
        .values({ organizationId, name, options })
        .onConflictDoUpdate({ target: [ofOrganization, importRecipes.name], set: { options } })
        .returning({ id: importRecipes.id });
      if (row === undefined) throw new Error('a saved recipe has no row');
      return row.id;
    },

    /** Returns the name of the removed recipe; null if there was none. */
    async remove({ organizationId }: Scope, recipeId: number): Promise<string | null> {
      const [row] = await db
        .delete(importRecipes)
        .where(and(eq(ofOrganization, organizationId), eq(importRecipes.id, recipeId)))
        .returning({ name: importRecipes.name });
      return row?.name ?? null;
    },
  };
}
