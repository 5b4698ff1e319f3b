declare const trusted: unique symbol;

/** URL of the product for use in messages. Only `links` creates it, so that none is built from request data. */
export type Link = string & { readonly [trusted]: true };

export interface Links {
  /** Returns the absolute URL of a page. */
  to(path: `/${string}`, query?: Readonly<Record<string, string>>): Link;
}

/**
 * Builds URLs under the product's own origin. The origin is read each time, because it may be known only after the
 * server listens.
 */
export function createLinks(origin: () => string): Links {
  return {
    to(path, query = {}) {
      const url = new URL(path, origin());
      if (url.origin !== new URL(origin()).origin) throw new Error(`${path} leads out of the product`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href as Link;
    },
  };
}
