import type { MessageId } from '../i18n/index.ts';

/** A step of the path shown above a page's title: a fixed word, a link where there is a page, or the name of what the page is about. */
export type Crumb =
  | { readonly label: MessageId; readonly to?: '/analytics/sites' | '/counting' }
  | { readonly pageName: true };
