import { useEffect, useState } from 'react';
import { session } from '../../access/index.ts';
import { getPickedLanguage, isLanguage, rememberProfileLanguage, setLanguage } from '../../i18n/index.ts';

/**
 * Applies the language of the viewer's profile, unless the user picked another. Returns whether it is applied: anything
 * rendered earlier would switch its language visibly. Remembers it for the first paint of the next visit.
 */
export function useProfileLanguage(language: string | undefined): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (language === undefined) return;
    const wanted = isLanguage(language) ? language : null;
    // Not while an administrator views as another user.
    if (wanted !== null && session.viewAsEnds() === null) rememberProfileLanguage(wanted);
    let isHere = true;
    const ready = wanted === null || getPickedLanguage() !== null ? Promise.resolve() : setLanguage(wanted);
    // If its texts fail to load, the page keeps its language.
    void ready.catch(() => undefined).then(() => isHere && setReady(true));
    return () => {
      isHere = false;
    };
  }, [language]);
  return isReady;
}
