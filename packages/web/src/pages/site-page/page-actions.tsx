import { encodeFilters, type ResolvedFilters, type SiteTab, siteTabs } from '@atrium/domain/pages';
import { Link, useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useMayDo, useViewer } from '../../people/organization/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { BookmarkButton } from '../bookmarks/index.ts';
import { buildSiteExport } from '../cards/seen.ts';
import { ShareButton } from './share-button.tsx';
import type { Site } from './site.ts';
import type { SectionName } from './tabs.tsx';

interface PageActionsProps {
  readonly site: Site;
  readonly tab: SiteTab;
  readonly filters: ResolvedFilters;
}

/** Actions on a site's page with its filters. */
export function PageActions({ site, tab, filters }: PageActionsProps) {
  const { installationId, name } = site.topology;
  return (
    <>
      <BookmarkButton title={name} />
      <PageLink {...{ installationId, tab, filters }} />
      <ShareButton filters={filters} />
      <ExportLink {...filters} type={siteTabs[tab].section} />
    </>
  );
}

interface ExportLinkProps extends Pick<ResolvedFilters, 'zone' | 'ranges' | 'state'> {
  readonly type: SectionName;
}

/** Links to the export of the shown data, for users who may export. */
function ExportLink({ zone, ranges, state, type }: ExportLinkProps) {
  const { t } = useText();
  const { installationId } = useParams({ strict: false });
  const search = buildSiteExport({ zone, ranges, state }, Number(installationId), type);
  return (
    mayDo(useViewer(), 'exportData') && (
      <Link to="/export-data" search={search} className={buttonClass('primary')}>
        <Icon name="download" />
        {t('shell.export')}
      </Link>
    )
  );
}

interface PageLinkProps {
  readonly installationId: number;
  readonly tab: SiteTab;
  readonly filters: ResolvedFilters;
}

/** Links to the page builder with a new page that starts from this view. */
function PageLink({ installationId, tab, filters }: PageLinkProps) {
  const { t } = useText();
  const search = {
    ...encodeFilters({ ...filters.state, timespan: filters.timespan }),
    view: tab,
    site: installationId,
  };
  const label = t('sitePage.makePage');
  return (
    useMayDo('buildDashboards') && (
      <Link to="/settings/pages" search={search} className={buttonClass('quiet')} aria-label={label} title={label}>
        <Icon name="columns" />
      </Link>
    )
  );
}
