/** Sites that a person marked or opened, by id. */
export interface SiteMemory {
  /** In the order they were marked. */
  readonly favorites: readonly number[];
  /** The site opened last comes first. */
  readonly recent: readonly number[];
}

/** Sites listed besides favorites. */
const maxRecent = 6;
const maxFavorites = 30;
const nothing: SiteMemory = { favorites: [], recent: [] };

/** Returns the memory after a site was opened. */
export function addRecent({ favorites, recent }: SiteMemory, id: number): SiteMemory {
  // Favorites are listed anyway, so they leave the place to others.
  const others = recent.filter((one) => one !== id && !favorites.includes(one));
  return { favorites, recent: [id, ...others].slice(0, maxRecent) };
}

/** Returns the memory with a site marked as favorite, or no longer marked. */
export function toggleFavorite({ favorites, recent }: SiteMemory, id: number): SiteMemory {
  if (favorites.includes(id)) return { favorites: favorites.filter((one) => one !== id), recent: [id, ...recent] };
  return { favorites: [...favorites, id].slice(-maxFavorites), recent };
}

/**
 * Returns the sites to list: favorites, then those opened last, then the first of all until there are some. Leaves out
 * sites that are gone or that the person may not see any more.
 */
export function listRemembered<Site extends { readonly id: number }>(
  sites: readonly Site[],
  { favorites, recent }: SiteMemory,
): readonly Site[] {
  const byId = new Map(sites.map((site) => [site.id, site]));
  const find = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const marked = new Set(find(favorites));
  const others = new Set(
    [...find(recent), ...sites.slice(0, maxRecent + marked.size)].filter((site) => !marked.has(site)),
  );
  return [...marked, ...[...others].slice(0, maxRecent)];
}

/** The memory stays in this browser, for each person. */
const toKey = (viewerId: number) => `atrium.sites.${viewerId}`;

export function loadMemory(storage: Pick<Storage, 'getItem'>, viewerId: number): SiteMemory {
  try {
    const { favorites, recent } = JSON.parse(storage.getItem(toKey(viewerId)) ?? '{}') as Record<string, unknown>;
    return { favorites: toIds(favorites), recent: toIds(recent) };
  } catch {
    return nothing;
  }
}

export function storeMemory(storage: Pick<Storage, 'setItem'>, viewerId: number, memory: SiteMemory): void {
  storage.setItem(toKey(viewerId), JSON.stringify(memory));
}

const toIds = (list: unknown): readonly number[] => (Array.isArray(list) ? list.filter(Number.isSafeInteger) : []);
