import { exportRetentionDays } from '@atrium/domain/actions/exports';
import { formatNumber } from '@atrium/domain/core/format';
import { formatSize } from '@atrium/domain/files';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import styles from './exports.module.css';
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
        <div className={jobsStyles.tableRoom}>
          <Table className={jobsStyles.jobs} columns={columns} rows={over} keyOf={({ id }) => id} />
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

/** Returns the columns of the list: the result of each export, or why it failed and what to do. */
function useJobColumns(
  sendAgain: (job: ShownJob) => void,
  deleteFile: (job: ShownJob) => void,
): readonly Column<ShownJob>[] {
  const { t, locale } = useText();
  const words = useJobTexts();
  const whole = (value: number) => formatNumber(value, { locale, decimals: 0 });
  return [
    {
      key: 'job',
      head: t('exports.job'),
      isName: true,
      cell: (job) => (
        <>
          <span className={jobsStyles.name}>{words.title(job)}</span>
          <span className={jobsStyles.second}>
            {words.what(job)} · {words.moment(job.createdAt)}
          </span>
          {job.state === 'failed' && job.problem != null && (
            <span className={jobsStyles.reason}>{t(`exports.problem.${job.problem}`)}</span>
          )}
        </>
      ),
    },
    {
      key: 'rows',
      head: t('exports.rows'),
      cardHead: t('exports.rows'),
      isNumber: true,
      cell: ({ bytes, rowsDone }) => (bytes == null ? '' : whole(rowsDone)),
    },
    {
      key: 'size',
      head: t('exports.fileSize'),
      isNumber: true,
      cell: ({ bytes }) => (bytes == null ? '' : formatSize(bytes, locale)),
    },
    {
      key: 'to',
      head: t('exports.to'),
      cardHead: t('exports.to'),
      cell: ({ recipients: [first, ...others] }) => (
        <>
          <bdi>{first ?? ''}</bdi>
          {others.length > 0 && ` + ${whole(others.length)}`}
        </>
      ),
    },
    {
      key: 'outcome',
      head: t('exports.outcome'),
      isHeadHidden: true,
      cellClass: jobsStyles.outcome,
      cell: (job) => (
        <>
          <Outcome job={job} sendAgain={() => sendAgain(job)} />
          {job.address != null && (
            <>
              <a
                className={jobsStyles.download}
                href={job.address}
                download
                aria-label={t('exports.download', { name: words.title(job) })}
              >
                <Icon name="download" />
              </a>
              <IconButton
                icon="trash"
                label={t('exports.deleteFile', { name: words.title(job) })}
                onClick={() => deleteFile(job)}
              />
            </>
          )}
        </>
      ),
    },
  ];
}

function Outcome({ job, sendAgain }: { readonly job: ShownJob; readonly sendAgain: () => void }) {
  const { t } = useText();
  const words = useJobTexts();
  const { state, mails, wasAttached, expiresAt } = job;
  const delivery = useDeliveryTo('email');
  if (state === 'failed' || state === 'cancelled' || state === 'expired')
    return <Mark status={state === 'failed' ? 'critical' : 'offline'} text={t(`exports.ended.${state}`)} />;
  if (delivery === 'none') return <Mark status="ok" text={t('exports.ready')} />;
  if (mails === 'failed')
    return (
      <>
        <Mark status="critical" text={t('exports.mails.failed')} />
        <Button onClick={sendAgain}>{t('exports.sendAgain')}</Button>
      </>
    );
  if (mails === 'none') return <Mark status="offline" text={t('exports.mails.none')} />;
  if (mails === 'underway') return <span>{t('exports.mails.underway')}</span>;
  if (!wasAttached && expiresAt != null)
    return <span>{t('exports.linkUntil', { date: words.moment(expiresAt) })}</span>;
  return <Mark status="ok" text={t(delivery === 'outbox' ? 'exports.mails.outbox' : 'exports.mails.delivered')} />;
}

function Mark({ status, text }: { readonly status: 'ok' | 'critical' | 'offline'; readonly text: string }) {
  return (
    <span className={jobsStyles.mark} data-status={status}>
      {text}
    </span>
  );
}
