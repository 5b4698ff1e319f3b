import { useMutation } from '@apollo/client/react';
import { forgetPickedLanguage, type Language, pickLanguage, useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { SaveLanguageDocument } from './operations.generated.ts';

/**
 * Returns a function that changes the language of the page and the profile. While an administrator views as another
 * user, it changes only the page.
 */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { t } = useText();
  const [save] = useMutation(SaveLanguageDocument);
  return async (lang) => {
    await pickLanguage(lang);
    if (session.viewAsEnds() !== null) return;
    try {
      await save({ variables: { lang } });
    } catch {
      // This browser remembers the choice until the next sign-in.
      showToast('error', t('shell.language.notSaved'));
      return;
    }
    forgetPickedLanguage();
  };
}
