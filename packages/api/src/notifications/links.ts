declare const trusted: unique symbol;

/** An address of the product that a message may carry. Only `links` makes them, so none is built from a request. */
export type Link = string & { readonly [trusted]: true };

export interface Links {
  /** The whole address of a page of the product. */
  to(path: `/${string}`, query?: Readonly<Record<string, string>>): Link;
}

/** Addresses under the product's own origin, which is asked for each time: it may be known only once it listens. */
export function links(origin: () => string): Links {
  return {
    to(path, query = {}) {
      const url = new URL(path, origin());
      if (url.origin !== new URL(origin()).origin) throw new Error(`${path} leads out of the product`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href as Link;
    },
  };
}
