import { exportRetentionDays } from '@atrium/domain/exports';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Table } from '../../ui/table/index.ts';
import styles from '../exports.module.css';
import { useJobColumns } from './job-columns.tsx';
import own from './jobs.module.css';
import { RunningJob } from './running-job.tsx';
import { type ExportJobs, isUnfinished } from './use-export-jobs.ts';

/** The viewer's exports: running ones first, then finished ones. */
export function JobsCard({ jobs }: { readonly jobs: ExportJobs }) {
  const { t } = useText();
  const running = jobs.jobs.filter(isUnfinished);
  const columns = useJobColumns(
    (job) => void jobs.sendAgain(job.id),
    (job) => void jobs.deleteFile(job.id),
  );
  const over = jobs.jobs.filter((job) => !isUnfinished(job));
  return (
    <section className={styles.card} aria-labelledby="export-jobs">
      <div className={styles.cardHead}>
        <h2 id="export-jobs">{t('exports.jobs')}</h2>
        <p className={styles.sum}>{t('exports.kept', { days: exportRetentionDays })}</p>
      </div>
      <div role="status" className="visually-hidden">
        {running.length > 0 ? t('exports.underway', { count: running.length }) : ''}
      </div>
      {running.map((job) => (
        <RunningJob key={job.id} job={job} cancel={() => void jobs.cancel(job.id)} />
      ))}
      {over.length > 0 && (
        <div className={own.tableRoom}>
          <Table className={own.jobs} columns={columns} rows={over} keyOf={({ id }) => id} />
        </div>
      )}
      {jobs.hasFailed && (
        <div className={styles.empty} role="alert">
          <p>{t('exports.jobs.failed')}</p>
          <Button icon="reload" onClick={jobs.retry}>
            {t('exports.retry')}
          </Button>
        </div>
      )}
      {!jobs.isLoading && !jobs.hasFailed && jobs.jobs.length === 0 && (
        <p className={styles.empty}>{t('exports.jobs.none')}</p>
      )}
    </section>
  );
}
