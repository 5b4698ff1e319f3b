import { useMutation } from '@apollo/client/react';
import { session } from '../../../access/index.ts';
import { forgetPickedLanguage, type Language, pickLanguage, useText } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { SaveLanguageDocument } from './operations.generated.ts';

/**
 * Changes the language of the page at once, and of the profile. While an administrator views as somebody, only the page
 * changes: the profile is not theirs.
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
      // This browser keeps the choice until the next sign-in.
      toast('error', t('shell.language.notSaved'));
      return;
    }
    forgetPickedLanguage();
  };
}
