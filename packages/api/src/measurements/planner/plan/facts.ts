import type { TagCategoryId, TagId } from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/measurements';

/** A category of tags that zones may carry. */
export interface TagCategory {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly tags: readonly { readonly id: TagId; readonly name: string }[];
}

/** What answers need to know of an organization besides its sites. */
export interface MeasurementFacts {
  readonly tagCategories: readonly TagCategory[];
  readonly settings: MeasurementSettings;
}
