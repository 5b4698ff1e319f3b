import { useEffect, useState } from 'react';
import { session } from '../../access/index.ts';
import { isLanguage, pickedLanguage, rememberProfileLanguage, setLanguage } from '../../i18n/index.ts';

/**
 * Puts the page into the language of the viewer's profile, unless they picked another one by hand. Answers whether it is:
 * what is shown before would change its language before their eyes. Remembered, for the first paint of the next visit.
 */
export function useProfileLanguage(language: string | undefined): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (language === undefined) return;
    const wanted = isLanguage(language) ? language : null;
    // Somebody else's, while an administrator views as them.
    if (wanted !== null && session.viewAsEnds() === null) rememberProfileLanguage(wanted);
    let isHere = true;
    const ready = wanted === null || pickedLanguage() !== null ? Promise.resolve() : setLanguage(wanted);
    // Without its texts the page goes on in the language it has.
    void ready.catch(() => undefined).then(() => isHere && setReady(true));
    return () => {
      isHere = false;
    };
  }, [language]);
  return isReady;
}
