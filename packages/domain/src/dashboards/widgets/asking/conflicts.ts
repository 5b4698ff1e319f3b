import type { Widget } from '../../definitions/index.ts';
import type { PageFilters } from '../widget-spec.ts';

/**
 * G08: hides a widget about certain tags, or a category, while the page is filtered by other tags of that category or
 * only by other categories. A widget without a category, or with a global one, is always shown.
 */
export function isHiddenByCategory({ category, ignoredFilters }: Widget, { tags }: PageFilters): boolean {
  if (tags.length === 0 || category === undefined || category.type === 'global') return false;
  if (ignoredFilters?.includes('category')) return false;
  const { categoryId, tagIds: own = [] } = category;
  const chosen = tags.filter((tag) => categoryId === undefined || tag.categoryId === categoryId);
  if (chosen.length === 0) return true;
  return own.length > 0 && !chosen.some(({ tagId }) => (own as readonly number[]).includes(tagId));
}
