import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { retryQuery } from '../../answers/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Button, buttonClass } from '../../ui/form/index.ts';
import { Drawing } from '../../ui/icons/index.ts';
import { Loading } from '../../ui/loading/index.ts';
import { PageHeader } from '../../ui/page/index.ts';
import { Table } from '../../ui/table/index.ts';
import {
  findReportStatus,
  type ReportFragment,
  ReportsDocument,
  type ReportsQuery,
  useReportChanges,
} from '../report/index.ts';
import { InactiveStrip } from './inactive-strip.tsx';
import styles from './list.module.css';
import { type Sorting, selectReports } from './order.ts';
import { useReportColumns } from './report-columns.tsx';

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
  const standing = (report: ReportFragment) => findReportStatus(report, data.allInstallations, now);
  const columns = useReportColumns({ standing, changes, now, sorting, onSort: setSorting });
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
          <InactiveStrip key={report.id} report={report} standing={standing(report)} />
        ))}
      </div>
      <p className={styles.foot}>{t('reports.foot')}</p>
    </>
  );
}
