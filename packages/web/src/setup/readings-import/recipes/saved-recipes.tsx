import { useMutation, useQuery } from '@apollo/client/react';
import type { ImportRecipe } from '@atrium/domain/numbers/import';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { findErrorCode } from '../../../numbers/answers/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import styles from '../readings-import.module.css';
import type { ReadingsImporting } from '../use-readings-import.ts';
import {
  DeleteImportRecipeDocument,
  ImportRecipesDocument,
  type SavedRecipeFragment,
  SaveImportRecipeDocument,
} from './operations.generated.ts';

const context = { hub: true };

interface SavedRecipe extends ImportRecipe {
  readonly recipeId: number;
}

/** The organization's recipes; none while they are loaded, since an import works without them. */
export function useSavedRecipes(): readonly SavedRecipe[] {
  const { data } = useQuery(ImportRecipesDocument, { context, fetchPolicy: 'cache-and-network' });
  return data?.importRecipes.map(toRecipe) ?? [];
}

function toRecipe({ id, nameColumn, valueColumn, ...recipe }: SavedRecipeFragment): SavedRecipe {
  const named = nameColumn === null || valueColumn === null ? null : { nameColumn, valueColumn };
  // A shipped recipe may have the same name.
  return { ...recipe, named, recipeId: id, id: `saved ${id}` };
}

/** Keeps the answers of an import under a name, so that the next file of this shape needs none. */
export function SaveRecipe({ importing }: { readonly importing: ReadingsImporting }) {
  const { t } = useText();
  const { stage, recipes, choices } = importing;
  const begun = recipes.find(({ id }) => id === choices.recipe);
  const [name, setName] = useState(begun?.name ?? '');
  const [save, { loading, data }] = useMutation(SaveImportRecipeDocument, {
    context,
    refetchQueries: [ImportRecipesDocument],
  });
  if (stage.kind !== 'imported') return null;
  const go = async () => {
    try {
      await save({ variables: { name, input: importing.toOptions(stage.as) } });
    } catch (error) {
      const isRefused = findErrorCode(error) === 'BAD_INPUT';
      showToast('error', t(isRefused ? 'setUp.readings.recipe.refused' : 'setUp.readings.recipe.failed'));
    }
  };
  return (
    <form
      className={styles.act}
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <TextField
        label={t('setUp.readings.recipe.name')}
        name="recipeName"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === '' || loading} aria-busy={loading}>
        {t('setUp.readings.recipe.save')}
      </Button>
      <span className={styles.note} role="status">
        {data !== undefined && data !== null && t('setUp.readings.recipe.saved')}
      </span>
    </form>
  );
}

/** Lists the organization's recipes. */
export function RecipeList({ recipes }: { readonly recipes: readonly SavedRecipe[] }) {
  const { t } = useText();
  const [remove, { loading }] = useMutation(DeleteImportRecipeDocument, {
    context,
    refetchQueries: [ImportRecipesDocument],
  });
  if (recipes.length === 0) return null;
  const go = (importRecipeId: number) =>
    remove({ variables: { importRecipeId } }).catch(() => showToast('error', t('setUp.readings.recipe.failed')));
  return (
    <SectionCard title={t('setUp.readings.recipe.list')}>
      <ul className={styles.columns}>
        {recipes.map(({ recipeId, name, columns }) => (
          <li key={recipeId} className={styles.recipe}>
            <div className={styles.about}>
              <bdi className={styles.name}>{name}</bdi>
              <bdi className={styles.samples}>{columns.join(' · ')}</bdi>
            </div>
            <Button
              disabled={loading}
              aria-label={t('setUp.readings.recipe.delete', { name })}
              onClick={() => void go(recipeId)}
            >
              {t('setUp.readings.recipe.deleteShort')}
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
