import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { BookmarkButton } from '../../bookmarks/index.ts';
import type { Site } from '../site/site.ts';
import { ExportLink } from './export-link.tsx';
import { PageLink } from './page-link.tsx';
import { ShareButton } from './share-button.tsx';
import type { SectionName } from './tabs.tsx';

interface PageActionsProps {
  readonly site: Site;
  readonly section: SectionName;
  readonly filters: ResolvedFilters;
}

/** Actions on a site's page with its filters. */
export function PageActions({ site, section, filters }: PageActionsProps) {
  const { installationId, name } = site.topology;
  return (
    <>
      <BookmarkButton title={name} />
      <PageLink {...{ installationId, section, filters }} />
      <ShareButton filters={filters} />
      <ExportLink {...filters} type={section} />
    </>
  );
}
