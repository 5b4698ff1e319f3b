import { useQuery } from '@apollo/client/react';
import { id, type TagCategoryId, type TagId } from '@atrium/domain/core';
import type { PageOffers } from '@atrium/domain/dashboards/pages';
import { useMemo } from 'react';
import { useViewer } from '../../organization/index.ts';
import { type Category, isInternalCategory, type Site } from '../site/site.ts';
import { PageTagCategoriesDocument } from './operations.generated.ts';

/** Returns the categories that a page offers, with the tags its zones carry. Empty while loading. */
export function usePageCategories({ categoryIds }: PageOffers, sites: readonly Site[]): readonly Category[] {
  const { organization } = useViewer();
  const { data } = useQuery(PageTagCategoriesDocument, {
    variables: { organizationId: organization.id },
    skip: categoryIds?.length === 0,
    fetchPolicy: 'cache-first',
  });
  return useMemo(() => {
    const used = new Set<number>(sites.flatMap(({ topology }) => topology.zones.flatMap(({ tagIds }) => tagIds)));
    return (data?.tagCategoriesByOrganizationId ?? [])
      .filter((category) => categoryIds?.includes(category.id) ?? !isInternalCategory(category.name))
      .map((category) => ({
        id: id<TagCategoryId>(category.id),
        name: category.name,
        tags: category.tags.filter((tag) => used.has(tag.id)).map((tag) => ({ id: id<TagId>(tag.id), name: tag.name })),
      }))
      .filter(({ tags }) => tags.length > 0);
  }, [data, categoryIds, sites]);
}
