import type { Family } from '@atrium/domain/access';
import { decodeFilters, type FilterState } from '@atrium/domain/dashboards';

/** A section of a site as it was filtered where somebody chose to make a page of it. */
export interface SeenView {
  readonly family: Family;
  readonly installationId: number;
  readonly filters: FilterState;
}

const families: readonly Family[] = ['counting', 'atmosphere', 'energy'];

/** Of the address of the list of pages: `view` and `site` beside the filters, whatever stands there; null without both. */
export function viewOf(search: Readonly<Record<string, unknown>>): SeenView | null {
  const family = families.find((each) => each === search.view);
  const installationId = Number(search.site);
  return family === undefined || !Number.isInteger(installationId) || installationId < 1
    ? null
    : { family, installationId, filters: decodeFilters(search) };
}
