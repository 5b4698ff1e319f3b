import { type Instant, instantToDate } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import { type Text, useText } from '../../i18n/index.ts';
import { type Status, StatusMark } from '../../ui/icons/index.ts';
import { formatWhen } from '../schedules/schedule-text.ts';
import styles from './report-state.module.css';
import type { ReportStatus } from './report-status.ts';

/** Returns the text after the status label. */
export function formatStatusNote(status: ReportStatus, timezone: string, text: Text, now: Instant): string | null {
  const { t } = text;
  switch (status.kind) {
    case 'off':
      return null;
    case 'active':
      if (status.hasFailed) return t('reports.lastFailed');
      return status.nextAt === null
        ? null
        : t('reports.next', { when: formatWhen(status.nextAt, timezone, text, now) });
    case 'held':
      return t(heldTexts[status.problem as keyof typeof heldTexts] ?? 'reports.held.other');
    case 'inactive': {
      const { why, at } = status;
      if (at === null) return t(`reports.inactive.${why}`);
      const date = formatDate(instantToDate(timezone, at), text);
      return why === 'ahead' ? t('reports.inactive.begins', { date }) : t('reports.inactive.endedOn', { date });
    }
  }
}

const heldTexts = {
  OWNER_GONE: 'reports.held.gone',
  OWNER_RIGHT: 'reports.held.right',
  OWNER_SITE: 'reports.held.site',
} as const;

/** State of a report as icon and word, so that it does not depend on colour. */
export function ReportState({ status }: { readonly status: ReportStatus }) {
  const { t } = useText();
  return (
    <span className={styles.state}>
      <StatusMark status={statusOf(status)} />
      {t(`reports.state.${status.kind}`)}
    </span>
  );
}

function statusOf(status: ReportStatus): Status {
  if (status.kind === 'off') return 'closed';
  if (status.kind === 'active') return status.hasFailed ? 'critical' : 'ok';
  return 'warning';
}
