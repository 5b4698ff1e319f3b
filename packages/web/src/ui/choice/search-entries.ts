/** Longer lists get a search field, and only part of them is in the DOM. */
export const maxPlainOptions = 60;
const maxShownOptions = 50;

/** Returns the options around one of them, as many as are drawn, and the index of the first. */
export function selectWindow<Option>(
  options: readonly Option[],
  place: number,
): { readonly first: number; readonly shown: readonly Option[] } {
  const isShort = options.length <= maxPlainOptions;
  const first = isShort ? 0 : Math.max(0, Math.min(place - maxShownOptions / 2, options.length - maxShownOptions));
  return { first, shown: isShort ? options : options.slice(first, first + maxShownOptions) };
}

/** An item that is searched by its text. */
export interface Entry {
  readonly text: string;
  /** Shown beside the text and searched too: a city, a path, a group. */
  readonly aside?: string;
  /** Searched, but not shown. */
  readonly also?: string;
}

/**
 * Returns the entries that contain every word of the query, best first. Those that start with it come first, then those
 * with a word that starts with it. Ties keep their order. Ignores accents and case.
 */
export function searchEntries<Item extends Entry>(entries: readonly Item[], query: string): readonly Item[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries
    .map((entry) => ({
      entry,
      score: scoreEntry(plain(entry.text), plain(`${entry.aside ?? ''} ${entry.also ?? ''}`), words),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function scoreEntry(text: string, aside: string, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (text.startsWith(word)) score += 4;
    else if (text.split(/[\s,·/&-]+/).some((part) => part.startsWith(word))) score += 3;
    else if (text.includes(word)) score += 2;
    else if (aside.includes(word)) score += 1;
    else return 0;
  }
  return score / words.length;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}
