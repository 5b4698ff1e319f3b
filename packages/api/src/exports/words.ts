import type { ProfileLanguage } from '@atrium/domain/access';
import type { Catalogues } from '../translations/index.ts';

/** A text of the product in one language, its `{names}` filled in. An id without a text is answered as it is. */
export type Words = (id: string, values?: Readonly<Record<string, string>>) => string;

/** The web application's own words, so that a file calls things as pages do. */
export function wordsIn({ languages }: Catalogues, language: ProfileLanguage): Words {
  const messages = languages[language] ?? languages.en ?? {};
  return (id, values = {}) => {
    const message = messages[id];
    if (typeof message === 'string') return message;
    if (!Array.isArray(message)) return id;
    // A compiled message is a list of texts and, as lists of one, names of values. Words of files have no other parts.
    return message
      .map((part: string | readonly [string]) => (typeof part === 'string' ? part : (values[part[0]] ?? '')))
      .join('');
  };
}
