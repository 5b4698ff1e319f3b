import { useQuery } from '@apollo/client/react';
import { sendDays } from '@atrium/domain/actions/schedules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isLanguage, languages, type MessageId, useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Button, buttonClass, IconButton } from '../../ui/form/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Drawing, Icon } from '../../ui/icons/index.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { rowLink } from '../../ui/table/row-link.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { formatClockTime, formatSendDay } from '../schedules/schedule-text.ts';
import styles from './list.module.css';
import { type ReportFragment, ReportsDocument, type ReportsQuery } from './operations.generated.ts';
import { formatStatusNote, ReportState } from './report-state.tsx';
import { findReportStatus, type ReportStatus } from './report-status.ts';
import { type ReportChanges, useReportChanges } from './use-report-changes.ts';

export const sortKeys = ['name', 'site', 'state', 'frequency', 'days', 'emails', 'enabled'] as const;
type SortKey = (typeof sortKeys)[number];

interface Sorting {
  readonly by: SortKey;
  readonly isDown: boolean;
}

type Sorted = Pick<
  ReportFragment,
  'id' | 'title' | 'site' | 'state' | 'enabled' | 'problem' | 'sendDay' | 'hour' | 'includedDays' | 'emails'
>;

/** Reports that fail to send come first, those that are off last. */
const rank = ({ enabled, state, problem }: Sorted) => (enabled ? (state === 'INACTIVE' || problem != null ? 0 : 1) : 2);

const measures: Readonly<Record<SortKey, (report: Sorted) => number | string>> = {
  name: ({ title }) => title,
  site: ({ site }) => site,
  state: rank,
  frequency: ({ sendDay, hour }) => sendDays.indexOf(sendDay) * 24 + hour,
  days: ({ includedDays }) => includedDays,
  emails: ({ emails }) => emails.length,
  enabled: ({ enabled }) => (enabled ? 0 : 1),
};

/** Filters by name or site and sorts by a column, then by name. */
export function selectReports<Report extends Sorted>(
  reports: readonly Report[],
  search: string,
  { by, isDown }: Sorting,
  locale: string,
): readonly Report[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const difference = (one: number | string, other: number | string) =>
    typeof one === 'number' ? one - Number(other) : compare(one, String(other));
  const wanted = search.trim().toLocaleLowerCase(locale);
  return reports
    .filter(({ title, site }) => `${title}\n${site}`.toLocaleLowerCase(locale).includes(wanted))
    .toSorted((one, other) => {
      const way = difference(measures[by](one), measures[by](other)) * (isDown ? -1 : 1);
      return way || compare(one.title, other.title) || one.id - other.id;
    });
}

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
  readonly status: (report: ReportFragment) => ReportStatus;
  readonly changes: ReportChanges;
  readonly now: number;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Returns the columns of the report list. Clicking a header sorts by it; clicking again reverses the order. */
function useReportColumns({ status, changes, now, sorting, onSort }: ReportColumns): Column<ReportFragment>[] {
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
        const stands = status(report);
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
          <ReportState status={status(report)} />
          <span className={styles.note}>{formatStatusNote(status(report), report.timezone, text, now)}</span>
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

/** Polling interval, ms, because a sent report moves on to its next send time. */
const pollMs = 60_000;

/** All reports of the viewer's sites: next send time, coverage and recipients. */
export function ReportListPage() {
  const { t } = useText();
  const { data, error, refetch } = useQuery(ReportsDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  const [search, setSearch] = useState('');
  const mayCreate = mayDo(useViewer(), 'newReport');
  const isEmpty = data?.allReports.length === 0;
  return (
    <>
      <PageHeader
        title={t('reports.title')}
        actions={
          <>
            {!isEmpty && (
              <input
                type="search"
                className={styles.search}
                placeholder={t('reports.find')}
                aria-label={t('reports.find')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            {mayCreate && !isEmpty && <NewReport />}
          </>
        }
      />
      {data === undefined && error !== undefined && (
        <p className={styles.failed} role="alert">
          {t('reports.failed')} <Button onClick={() => void retryQuery(refetch)}>{t('reports.retry')}</Button>
        </p>
      )}
      {data === undefined && error === undefined && <Loading className={styles.ghost} />}
      {isEmpty && (
        <section className={styles.empty}>
          <h2 className={styles.emptyTitle}>{t('reports.none')}</h2>
          <p>{t('reports.none.text')}</p>
          {mayCreate && <NewReport />}
        </section>
      )}
      {data !== undefined && !isEmpty && <Reports data={data} search={search} />}
    </>
  );
}

function NewReport() {
  const { t } = useText();
  return (
    <Link to="/reports/new" className={buttonClass('primary')}>
      <Drawing name="plus" path="M8 3v10M3 8h10" />
      {t('reports.new')}
    </Link>
  );
}

function Reports({ data, search }: { readonly data: ReportsQuery; readonly search: string }) {
  const { t, locale } = useText();
  const now = useNow(30_000);
  const changes = useReportChanges();
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', isDown: false });
  const shown = selectReports(data.allReports, search, sorting, locale);
  const status = (report: ReportFragment) => findReportStatus(report, data.allInstallations, now);
  const columns = useReportColumns({ status, changes, now, sorting, onSort: setSorting });
  if (shown.length === 0) return <p className={styles.failed}>{t('reports.noMatch')}</p>;
  return (
    <>
      <div className={styles.card}>
        <Table
          className={styles.table}
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          rowProps={({ enabled }) => ({ className: styles.row, 'data-off': !enabled })}
        />
        {shown.map((report) => (
          <InactiveStrip key={report.id} report={report} status={status(report)} />
        ))}
      </div>
      <p className={styles.foot}>{t('reports.foot')}</p>
    </>
  );
}

/** Row below a report that is on but sends nothing: why, and a link to a running event. */
function InactiveStrip({ report, status }: { readonly report: ReportFragment; readonly status: ReportStatus }) {
  const { t } = useText();
  const mayEdit = mayDo(useViewer(), 'updateReport');
  if (status.kind !== 'inactive') return null;
  return (
    <p className={styles.strip}>
      <Icon name="alert" />
      <span>{t(`reports.strip.${status.why}`, { report: report.title })}</span>
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
