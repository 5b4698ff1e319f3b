import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { ReportFragment, ReportStatus } from '../report/index.ts';
import styles from './list.module.css';

/** Row below a report that is on but sends nothing: why, and a link to a running event. */
export function InactiveStrip({
  report,
  standing,
}: {
  readonly report: ReportFragment;
  readonly standing: ReportStatus;
}) {
  const { t } = useText();
  const mayEdit = mayDo(useViewer(), 'updateReport');
  if (standing.kind !== 'inactive') return null;
  return (
    <p className={styles.strip}>
      <Icon name="alert" />
      <span>{t(`reports.strip.${standing.why}`, { report: report.title })}</span>
      {mayEdit && (
        <Link
          to="/reports/$reportId"
          params={{ reportId: String(report.id) }}
          hash="eventId"
          className={buttonClass('plain')}
        >
          {t('reports.pickEvent')}
        </Link>
      )}
    </p>
  );
}
