import { findDataType } from '@atrium/domain/actions/exports/data-types';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { ExportSearch } from '../../actions/exports/export-search.ts';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './export-of.module.css';
import { buildSiteExport, type SeenFilters } from './seen.ts';

const SeenContext = createContext<{ readonly installationId: number; readonly filters: SeenFilters } | null>(null);

/** Provides a site page's filters to its cards. */
export const SeenOnSite = SeenContext.Provider;

/** Links a card to the export of its metric, for users who may export. Renders nothing on other pages. */
export function ExportOf({ metric, name }: { readonly metric: string; readonly name: string }) {
  const seen = use(SeenContext);
  const type = findDataType(metric);
  return (
    seen !== null &&
    type !== null && <ToExport search={buildSiteExport(seen.filters, seen.installationId, type)} name={name} />
  );
}

function ToExport({ search, name }: { readonly search: ExportSearch; readonly name: string }) {
  const { t } = useText();
  const label = t('charts.export', { name });
  return (
    mayDo(useViewer(), 'exportData') && (
      <Link to="/export-data" search={search} className={styles.tool} aria-label={label} title={label}>
        <Icon name="upload" />
      </Link>
    )
  );
}
