/** How much a caller's organization has of what has no bound of its own: what lists are as long as. */
export interface Sizes {
  readonly installations: number;
  readonly tags: number;
  readonly tagCategories: number;
  /** The most one zone has. */
  readonly tagsOfZone: number;
  readonly zones: SpreadOverSites;
  readonly passages: SpreadOverSites;
  readonly devices: SpreadOverSites;
  readonly events: SpreadOverSites;
  /** Of one site; null: none of the caller's. */
  ofSite(installationId: number): SiteSize | null;
  siteOfZone(zoneId: number): number | null;
}

export interface SpreadOverSites {
  readonly all: number;
  readonly largest: number;
}

export type SiteSize = Readonly<Record<'zones' | 'passages' | 'devices' | 'events', number>>;

const none: SpreadOverSites = { all: 0, largest: 0 };

/** Of whoever is not signed in, and so sees nothing of anybody. */
export const noSizes: Sizes = {
  installations: 0,
  tags: 0,
  tagCategories: 0,
  tagsOfZone: 0,
  zones: none,
  passages: none,
  devices: none,
  events: none,
  ofSite: () => null,
  siteOfZone: () => null,
};
