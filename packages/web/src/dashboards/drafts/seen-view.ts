import type { Family } from '@atrium/domain/access';
import { decodeFilters, type FilterState } from '@atrium/domain/dashboards';

/** A section of a site with its filters, from which the user creates a page. */
export interface SeenView {
  readonly family: Family;
  readonly installationId: number;
  readonly filters: FilterState;
}

const families: readonly Family[] = ['counting', 'atmosphere', 'energy'];

/** Parses the URL of the page list: `view` and `site` beside the filters. Null if either is missing or invalid. */
export function parseSeenView(search: Readonly<Record<string, unknown>>): SeenView | null {
  const family = families.find((each) => each === search.view);
  const installationId = Number(search.site);
  return family === undefined || !Number.isInteger(installationId) || installationId < 1
    ? null
    : { family, installationId, filters: decodeFilters(search) };
}
