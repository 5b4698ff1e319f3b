import type { Widget } from '../../definitions/index.ts';
import type { PageFilters } from '../widget-spec.ts';

/**
 * G08: a widget about certain tags, or about a category, is not shown while the page is filtered by others of the same
 * category, nor while it is filtered by other categories only. One without a category, or a global one, is always shown.
 */
export function isHiddenByCategory({ category, ignoredFilters }: Widget, { tags }: PageFilters): boolean {
  if (tags.length === 0 || category === undefined || category.type === 'global') return false;
  if (ignoredFilters?.includes('category')) return false;
  const { categoryId, tagIds: own = [] } = category;
  const chosen = tags.filter((tag) => categoryId === undefined || tag.categoryId === categoryId);
  if (chosen.length === 0) return true;
  return own.length > 0 && !chosen.some(({ tagId }) => (own as readonly number[]).includes(tagId));
}
