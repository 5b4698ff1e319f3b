import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type RecipeOptions, shippedRecipes } from '@atrium/domain/numbers/import';
import { recordAudit } from '../../../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { checkOptions, type ImportOptions, noRecipe } from '../import-options.ts';
import { importRecipesStore, maxRecipes, type SavedRecipe } from './import-recipes.store.ts';

export interface RecipeDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

const longestName = 60;
const maxMaps = 200;
/** Characters of all columns, units and serials together. */
const maxLength = 20_000;

/**
 * Saves the answers of an import under a name, and replaces those of the same name. Fails with BAD_INPUT when an import
 * could not use them, or the name is one of a shipped recipe.
 */
export async function saveImportRecipe(
  { db, clock }: RecipeDependencies,
  scope: Scope,
  given: string,
  options: ImportOptions,
): Promise<Result<SavedRecipe, Failure>> {
  const name = given.trim();
  const checked = checkOptions(options);
  if (!checked.ok) return checked;
  if (name === '' || name.length > longestName || /[\p{Cc}]/u.test(name))
    return err(failure('BAD_INPUT', `A name takes 1 to ${longestName} characters`, 'name'));
  if (shippedRecipes.some(({ id }) => id === name))
    return err(failure('BAD_INPUT', 'A known format already has this name', 'name'));
  if (options.maps.length > maxMaps || JSON.stringify(options).length > maxLength)
    return err(failure('BAD_INPUT', `A recipe has at most ${maxMaps} columns`, 'maps'));
  return inTransaction(db, async (transaction) => {
    const store = importRecipesStore(transaction);
    const before = await store.all(scope);
    if (before.length >= maxRecipes && !before.some((one) => one.name === name))
      return unwrap<SavedRecipe>(
        err(failure('BAD_INPUT', `An organization has at most ${maxRecipes} recipes`, 'name')),
      );
    const recipeId = await store.save(scope, name, toRecipeOptions(checked.value));
    await recordAudit(scope, transaction, {
      ...{ at: clock.now(), action: 'importRecipe.saved', details: { name }, subjectId: recipeId },
    });
    const saved = (await store.all(scope)).find((one) => one.recipeId === recipeId);
    if (saved === undefined) throw new Error('a saved recipe is not listed');
    return saved;
  });
}

/** Deletes a recipe. What was imported with it stays. Fails with NOT_FOUND. */
export function deleteImportRecipe(
  { db, clock }: RecipeDependencies,
  scope: Scope,
  recipeId: number,
): Promise<Result<true, Failure>> {
  return inTransaction(db, async (transaction) => {
    const name = await importRecipesStore(transaction).remove(scope, recipeId);
    if (name === null) return unwrap<true>(err(failure('NOT_FOUND', 'No such recipe', 'importRecipeId')));
    await recordAudit(scope, transaction, {
      ...{ at: clock.now(), action: 'importRecipe.deleted', details: { name }, subjectId: recipeId },
    });
    return true as const;
  });
}

/** Finds a recipe of this name: a shipped one, or else one of the organization. The failure lists those there are. */
export async function findImportRecipe(
  db: Database,
  scope: Scope,
  name: string,
): Promise<Result<RecipeOptions, Failure>> {
  const saved = await importRecipesStore(db).all(scope);
  const found = shippedRecipes.find(({ id }) => id === name) ?? saved.find(({ id }) => id === name);
  return found === undefined
    ? err(
        noRecipe(
          name,
          saved.map(({ id }) => id),
        ),
      )
    : ok(found);
}

function toRecipeOptions({ device, ...options }: ImportOptions): RecipeOptions {
  return {
    ...options,
    deviceColumn: device !== null && 'column' in device ? device.column : null,
    serial: device !== null && 'serial' in device ? device.serial : null,
  };
}
