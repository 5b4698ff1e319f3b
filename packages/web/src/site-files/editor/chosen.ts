/** Selection of the inspector: kind and key of a part of the site. */
export type Chosen = { readonly kind: 'zone' | 'passage' | 'device'; readonly key: string } | null;
