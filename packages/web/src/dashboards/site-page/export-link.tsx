import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { Link, useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { buildSiteExport } from '../seen/index.ts';
import type { SectionName } from './tabs.tsx';

interface ExportLinkProps extends Pick<ResolvedFilters, 'zone' | 'ranges' | 'state'> {
  readonly type: SectionName;
}

/** Links to the export of the shown data, for users who may export. */
export function ExportLink({ zone, ranges, state, type }: ExportLinkProps) {
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
