import { formatNumber } from '@atrium/domain/core/format';
import { formatSize } from '@atrium/domain/files';
import { useText } from '../../i18n/index.ts';
import { useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import type { Column } from '../../ui/table/table.tsx';
import styles from './jobs.module.css';
import type { ShownJob } from './use-export-jobs.ts';
import { useJobTexts } from './use-job-texts.ts';

/** Returns the columns of the list: the result of each export, or why it failed and what to do. */
export function useJobColumns(
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
          <span className={styles.name}>{words.title(job)}</span>
          <span className={styles.second}>
            {words.what(job)} · {words.moment(job.createdAt)}
          </span>
          {job.state === 'failed' && job.problem != null && (
            <span className={styles.reason}>{t(`exports.problem.${job.problem}`)}</span>
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
      cellClass: styles.outcome,
      cell: (job) => (
        <>
          <Outcome job={job} sendAgain={() => sendAgain(job)} />
          {job.address != null && (
            <>
              <a
                className={styles.download}
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
    <span className={styles.mark} data-status={status}>
      {text}
    </span>
  );
}
