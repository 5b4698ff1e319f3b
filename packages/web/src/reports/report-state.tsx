import { useText } from '../i18n/index.ts';
import { type Status, StatusMark } from '../ui/icons/index.ts';
import styles from './report-state.module.css';
import type { ReportStatus } from './report-status.ts';

/** State of a report as icon and word, so that it does not depend on colour. */
export function ReportState({ standing }: { readonly standing: ReportStatus }) {
  const { t } = useText();
  return (
    <span className={styles.state}>
      <StatusMark status={statusOf(standing)} />
      {t(`reports.state.${standing.kind}`)}
    </span>
  );
}

function statusOf(standing: ReportStatus): Status {
  if (standing.kind === 'off') return 'closed';
  if (standing.kind === 'active') return standing.hasFailed ? 'critical' : 'ok';
  return 'warning';
}
