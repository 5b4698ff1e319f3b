import { exportRetentionDays } from '@atrium/domain/actions/exports';
import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Table } from '../../ui/table/table.tsx';
import styles from './exports.module.css';
import { useJobColumns } from './job-columns.tsx';
import own from './jobs.module.css';
import jobsStyles from './jobs.module.css';
import { type ExportJobs, isUnfinished, type ShownJob } from './use-export-jobs.ts';
import { useJobTexts } from './use-job-texts.ts';

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

/** A running export with its progress and a cancel button. */
function RunningJob({ job, cancel }: { readonly job: ShownJob; readonly cancel: () => void }) {
  const { t, locale } = useText();
  const words = useJobTexts();
  const now = useNow(1000);
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const { rowsDone, rowsTotal, state, isContinued } = job;
  const left = secondsLeft(job, now);
  const isDownloaded = useDeliveryTo('email') === 'none';
  return (
    <div className={jobsStyles.running}>
      <div className={jobsStyles.runningHead}>
        <strong>{words.title(job)}</strong>
        <span className={jobsStyles.second}>{words.what(job)}</span>
        <span className={jobsStyles.left}>
          {state === 'waiting' ? t('exports.waiting') : left !== null && t('exports.left', { time: words.time(left) })}
        </span>
        <Button onClick={cancel} aria-label={t('exports.cancelOf', { name: words.title(job) })}>
          {t('exports.cancel')}
        </Button>
      </div>
      <progress max={Math.max(1, rowsTotal)} value={rowsDone} aria-label={words.title(job)} />
      <div className={jobsStyles.runningFoot}>
        <span>{t('exports.progress', { done: count(rowsDone), total: count(rowsTotal) })}</span>
        <span>{t(isContinued ? 'exports.continued' : isDownloaded ? 'exports.leave.file' : 'exports.leave')}</span>
      </div>
    </div>
  );
}

/** Estimates the seconds left from the rows done; null before the first rows and after a restart. */
function secondsLeft({ startedAt, rowsDone, rowsTotal, isContinued, state }: ShownJob, now: number): number | null {
  if (state !== 'running' || startedAt == null || rowsDone === 0 || isContinued) return null;
  return Math.max(1, Math.round((((now - startedAt) / rowsDone) * (rowsTotal - rowsDone)) / 1000));
}
