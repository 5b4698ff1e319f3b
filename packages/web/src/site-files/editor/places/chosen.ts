/** What the inspector shows: a thing of the site by its key. */
export type Chosen = { readonly kind: 'zone' | 'passage' | 'device'; readonly key: string } | null;
