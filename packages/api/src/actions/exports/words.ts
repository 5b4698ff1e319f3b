import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { Catalogues } from '../../people/translations/index.ts';

/** Returns a product text in one language with its `{names}` filled in. An id without a text is returned unchanged. */
export type Words = (id: string, values?: Readonly<Record<string, string>>) => string;

/** Returns the texts of the web application, so that files use the words of pages. */
export function getWords({ languages }: Catalogues, language: ProfileLanguage): Words {
  const messages = languages[language] ?? languages.en ?? {};
  return (id, values = {}) => {
    const message = messages[id];
    if (typeof message === 'string') return message;
    if (!Array.isArray(message)) return id;
    // A compiled message is a list of texts and, as one-element lists, names of values. Texts of files have no other
    // parts.
    return message
      .map((part: string | readonly [string]) => (typeof part === 'string' ? part : (values[part[0]] ?? '')))
      .join('');
  };
}
