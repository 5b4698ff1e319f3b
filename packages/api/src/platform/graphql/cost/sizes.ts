/** Number of objects in the caller's organization that have no fixed limit; they determine the lengths of lists. */
export interface Sizes {
  readonly installations: number;
  readonly tags: number;
  readonly tagCategories: number;
  /** Maximum number of tags of one zone. */
  readonly tagsOfZone: number;
  readonly zones: SpreadOverSites;
  readonly passages: SpreadOverSites;
  readonly devices: SpreadOverSites;
  readonly events: SpreadOverSites;
  /** Returns the sizes of one site; null when it is not visible to the caller. */
  ofSite(installationId: number): SiteSize | null;
  siteOfZone(zoneId: number): number | null;
}

export interface SpreadOverSites {
  readonly all: number;
  readonly largest: number;
}

export type SiteSize = Readonly<Record<'zones' | 'passages' | 'devices' | 'events', number>>;

const none: SpreadOverSites = { all: 0, largest: 0 };

/** Sizes for anonymous callers, who see no organization's data. */
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
