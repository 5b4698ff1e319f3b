import type { TagCategoryId, TagId } from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/numbers';

/** Category of tags that zones may have. */
export interface TagCategory {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly tags: readonly { readonly id: TagId; readonly name: string }[];
}

/** Facts about an organization, besides its sites, that answers need. */
export interface MeasurementFacts {
  readonly tagCategories: readonly TagCategory[];
  readonly settings: MeasurementSettings;
}
