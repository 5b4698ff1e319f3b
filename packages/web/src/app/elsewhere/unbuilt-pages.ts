import type { Area } from '@atrium/domain/access';
import type { MessageId } from '../../i18n/index.ts';
import { type Crumb, crumbs } from '../crumbs.ts';
import { type Place, places } from '../places/index.ts';

/** A page of the product that this version does not have. */
export interface UnbuiltPage {
  /** As a route would write it: a part that begins with $ is any. */
  readonly path: string;
  /** Says who may see the page. */
  readonly area: Area;
  /** The section it belongs to. */
  readonly place: Place;
  readonly crumbs: readonly Crumb[];
  readonly text: MessageId;
}

/** What is not here is built: with its route, a page loses its row. An earlier row goes before a later one. */
export const unbuiltPages: readonly UnbuiltPage[] = [
];

/** The page an address is of, read as the router reads its routes: upper case or a slash at the end change nothing. */
export function unbuiltPageAt(path: string): UnbuiltPage | null {
  const asked = partsOf(path.toLowerCase());
  return (
    unbuiltPages.find((page) => {
      const parts = partsOf(page.path);
      return parts.length === asked.length && parts.every((part, at) => part.startsWith('$') || part === asked[at]);
    }) ?? null
  );
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/');
