import type { NavigationState } from '../../sites/stored/index.ts';
import type { SiteFile } from '../format/site-file.ts';
import { type AddressedKind, parseKey, rewriteIds, toRecordKey } from '../rewrite-ids.ts';
import type { Declaring } from './declaring.ts';

/** Declares people's bookmarks and links. A given list replaces the stored one. Pruning does not touch them. */
export function declareNavigation(file: SiteFile, declaring: Declaring): void {
  for (const user of file.users ?? []) {
    const { email, bookmarks, links } = user;
    if (bookmarks === undefined && links === undefined) continue;
    const stored = declaring.stored('navigation', email);
    const navigation: NavigationState = {
      user: email,
      bookmarks:
        bookmarks?.map(({ title, url, target }) => ({ title, url, target: target ?? '_self' })) ??
        stored?.bookmarks ??
        [],
      links:
        links?.map(({ text, url, iconSrc, openOutside }) => ({
          text,
          url,
          iconSrc: iconSrc ?? null,
          openOutside: openOutside ?? false,
        })) ??
        stored?.links ??
        [],
    };
    for (const place of [...(bookmarks ?? []), ...(links ?? [])]) checkAddress(place, declaring);
    if (navigation.bookmarks.length + navigation.links.length === 0) declaring.next.navigation.delete(email);
    else declaring.declare('navigation', navigation, user, 'email', `the bookmarks of ${email}`);
  }
}

function checkAddress(place: { readonly url: string }, declaring: Declaring): void {
  rewriteIds(place.url, (kind, word, within) => {
    const key = parseKey(word);
    if (key === null) declaring.problem(place, 'url', `name the ${kind} by its key, like {key}, not by its id ${word}`);
    else if (!isThere(kind, key, parseKey(within) ?? '', declaring))
      declaring.problem(place, 'url', `there is no ${kind} "${key}"`);
    return word;
  });
}

function isThere(kind: AddressedKind, key: string, within: string, declaring: Declaring): boolean {
  return declaring.next[kind].has(toRecordKey(kind, key, within));
}
