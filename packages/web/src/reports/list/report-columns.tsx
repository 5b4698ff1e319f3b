import { Link } from '@tanstack/react-router';
import { isLanguage, languages, type MessageId, useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { formatClockTime, formatSendDay } from '../../schedules/index.ts';
import { IconButton } from '../../ui/form/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { type Column, rowLink } from '../../ui/table/index.ts';
import {
  formatStatusNote,
  type ReportChanges,
  type ReportFragment,
  ReportState,
  type ReportStatus,
} from '../report/index.ts';
import styles from './list.module.css';
import type { Sorting, SortKey } from './order.ts';

const heads = {
  name: 'reports.head.name',
  site: 'reports.head.site',
  state: 'reports.head.state',
  frequency: 'reports.head.frequency',
  days: 'reports.head.days',
  emails: 'reports.head.emails',
  enabled: 'reports.head.enabled',
} as const satisfies Record<SortKey, MessageId>;

interface ReportColumns {
  readonly standing: (report: ReportFragment) => ReportStatus;
  readonly changes: ReportChanges;
  readonly now: number;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Returns the columns of the report list. Clicking a header sorts by it; clicking again reverses the order. */
export function useReportColumns({ standing, changes, now, sorting, onSort }: ReportColumns): Column<ReportFragment>[] {
  const text = useText();
  const { t } = text;
  const viewer = useViewer();
  const { isDown } = sorting;
  const sorted = (by: SortKey) => ({
    key: by,
    head: t(heads[by]),
    sort: {
      by: sorting.by === by ? (isDown ? ('descending' as const) : ('ascending' as const)) : null,
      turn: () => onSort({ by, isDown: sorting.by === by && !isDown }),
    },
  });
  const eventOf = ({ event }: ReportFragment) => event ?? t('reports.noEvent');
  return [
    {
      ...sorted('name'),
      isName: true,
      cellClass: styles.name,
      cell: (report) => (
        <>
          <Title report={report} mayEdit={mayDo(viewer, 'updateReport')} />
          <span className={styles.second}>{`${report.zone} · ${languageName(report.language)}`}</span>
        </>
      ),
    },
    {
      ...sorted('site'),
      cellClass: styles.site,
      cell: (report) => {
        const stands = standing(report);
        const event = eventOf(report);
        return (
          <>
            {report.site}
            <span className={styles.second}>
              {stands.kind === 'inactive' && stands.why === 'ended' ? t('reports.ended', { event }) : event}
            </span>
          </>
        );
      },
    },
    {
      ...sorted('state'),
      cellClass: styles.state,
      cell: (report) => (
        <>
          <ReportState standing={standing(report)} />
          <span className={styles.note}>{formatStatusNote(standing(report), report.timezone, text, now)}</span>
        </>
      ),
    },
    {
      ...sorted('frequency'),
      cellClass: styles.frequency,
      cell: ({ sendDay, hour, timezone }) => (
        <>
          {formatSendDay(sendDay, text)}
          <span className={styles.second}>{formatClockTime(hour, timezone, text)}</span>
        </>
      ),
    },
    {
      ...sorted('days'),
      cardHead: t(heads.days),
      cellClass: styles.days,
      cell: ({ includedDays }) => t('reports.days', { count: includedDays }),
    },
    { ...sorted('emails'), cellClass: styles.emails, cell: ({ emails }) => <Emails emails={emails} /> },
    {
      ...sorted('enabled'),
      cellClass: styles.on,
      cell: (report) =>
        mayDo(viewer, 'updateReport') ? (
          <Switch
            label={t('reports.switch', { report: report.title })}
            isOn={report.enabled}
            onTurn={(isOn) => changes.turn(report, isOn)}
          />
        ) : (
          t(report.enabled ? 'reports.on' : 'reports.state.off')
        ),
    },
    {
      key: 'bin',
      cellClass: styles.bin,
      cell: (report) =>
        mayDo(viewer, 'deleteReport') && (
          <IconButton
            icon="trash"
            label={t('reports.delete', { report: report.title })}
            onClick={() => void changes.remove(report)}
          />
        ),
    },
  ];
}

function Emails({ emails }: Pick<ReportFragment, 'emails'>) {
  const { t } = useText();
  return (
    <>
      {t('reports.emails', { count: emails.length })}
      <span className={styles.second}>
        <bdi className={styles.address} title={emails.join('\n')}>
          {emails[0]}
        </bdi>
        {emails.length > 1 && <bdi dir="ltr" className={styles.more}>{`+ ${emails.length - 1}`}</bdi>}
      </span>
    </>
  );
}

/** A click anywhere in the row opens the report's form. */
function Title({ report: { id, title }, mayEdit }: { report: ReportFragment; mayEdit: boolean }) {
  if (!mayEdit) return <span className={styles.title}>{title}</span>;
  return (
    <Link to="/reports/$reportId" params={{ reportId: String(id) }} className={styles.title} {...rowLink}>
      {title}
    </Link>
  );
}

const languageName = (code: string) => (isLanguage(code) ? languages[code].name : code);
