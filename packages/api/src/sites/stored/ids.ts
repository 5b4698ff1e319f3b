import type { Entity } from './site-state.ts';

/** Database ids by kind and key. Grows while a file is applied. */
export type Ids = { readonly [Kind in Entity]: Map<string, number> };
