import { encodeFilters, type ResolvedFilters } from '@atrium/domain/dashboards';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../organization/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { SectionName } from './tabs.tsx';

interface PageLinkProps {
  readonly installationId: number;
  readonly section: SectionName;
  readonly filters: ResolvedFilters;
}

/** Links to the page builder with a new page that starts from this view. */
export function PageLink({ installationId, section, filters }: PageLinkProps) {
  const { t } = useText();
  const search = {
    ...encodeFilters({ ...filters.state, timespan: filters.timespan }),
    view: section,
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
