/** Something that is searched for by its text. */
export interface Entry {
  readonly text: string;
  /** Said beside it and searched as well: a city, a path, a group. */
  readonly aside?: string;
}

/**
 * The entries that hold every word of the query, best first: those whose text begins with it, then those where a word
 * does, then the others; equal ones in their given order. Accents and case do not count.
 */
export function find<Item extends Entry>(entries: readonly Item[], query: string): readonly Item[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries
    .map((entry) => ({ entry, score: scoreOf(plain(entry.text), plain(entry.aside ?? ''), words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function scoreOf(text: string, aside: string, words: readonly string[]): number {
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
