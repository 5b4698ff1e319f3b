import type { Entity } from './site-state.ts';

/** What the database calls each record, by its kind and key. Grows while a file is applied. */
export type Ids = { readonly [Kind in Entity]: Map<string, number> };
