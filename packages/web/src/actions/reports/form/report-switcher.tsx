import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/index.ts';
import { useNow } from '../../../numbers/live/index.ts';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { buttonClass } from '../../../ui/form/button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Drawing } from '../../../ui/icons/index.ts';
import { formatHour, formatSendDay } from '../../schedules/schedule-text.ts';
import type { ReportFragment } from '../operations.generated.ts';
import { ReportState } from '../report-state.tsx';
import { findReportStatus, type ReportSite } from '../report-status.ts';
import { useReportChanges } from '../use-report-changes.ts';
import styles from './switcher.module.css';

interface ReportSwitcherProps {
  readonly reports: readonly ReportFragment[];
  readonly sites: readonly ReportSite[];
  readonly currentId: number | null;
}

/** Links to the other reports, to edit one after another. */
export function ReportSwitcher({ reports, sites, currentId }: ReportSwitcherProps) {
  const text = useText();
  const { t } = text;
  const now = useNow(30_000);
  const { turn } = useReportChanges();
  return (
    <nav className={styles.list} aria-label={t('reports.title')}>
      <div className={styles.head}>
        <Link to="/reports" className={styles.title}>
          {t('reports.title')} <span>{reports.length}</span>
        </Link>
        {mayDo(useViewer(), 'newReport') && (
          <Link to="/reports/new" className={buttonClass('quiet')}>
            <Drawing name="plus" path="M8 3v10M3 8h10" />
            {t('reportForm.new')}
          </Link>
        )}
      </div>
      <ul className={styles.items}>
        {reports.map((report) => (
          <li key={report.id} className={styles.item} data-current={report.id === currentId || undefined}>
            <Link
              to="/reports/$reportId"
              params={{ reportId: String(report.id) }}
              className={styles.link}
              aria-current={report.id === currentId ? 'page' : undefined}
            >
              {report.title}
            </Link>
            <Switch
              label={t('reports.switch', { report: report.title })}
              isOn={report.enabled}
              onTurn={(isOn) => turn(report, isOn)}
            />
            <span className={styles.second}>
              {t('reportForm.schedule', { day: formatSendDay(report.sendDay, text), time: formatHour(report.hour) })}
              {' · '}
              {t('reports.emails', { count: report.emails.length })}
            </span>
            <span className={styles.state}>
              <ReportState status={findReportStatus(report, sites, now)} />
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
