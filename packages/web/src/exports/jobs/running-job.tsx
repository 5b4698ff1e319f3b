import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { useDeliveryTo } from '../../notifications/index.ts';
import { Button } from '../../ui/form/index.ts';
import styles from './jobs.module.css';
import type { ShownJob } from './use-export-jobs.ts';
import { useJobTexts } from './use-job-texts.ts';

/** A running export with its progress and a cancel button. */
export function RunningJob({ job, cancel }: { readonly job: ShownJob; readonly cancel: () => void }) {
  const { t, locale } = useText();
  const words = useJobTexts();
  const now = useNow(1000);
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const { rowsDone, rowsTotal, state, isContinued } = job;
  const left = secondsLeft(job, now);
  const isDownloaded = useDeliveryTo('email') === 'none';
  return (
    <div className={styles.running}>
      <div className={styles.runningHead}>
        <strong>{words.title(job)}</strong>
        <span className={styles.second}>{words.what(job)}</span>
        <span className={styles.left}>
          {state === 'waiting' ? t('exports.waiting') : left !== null && t('exports.left', { time: words.time(left) })}
        </span>
        <Button onClick={cancel} aria-label={t('exports.cancelOf', { name: words.title(job) })}>
          {t('exports.cancel')}
        </Button>
      </div>
      <progress max={Math.max(1, rowsTotal)} value={rowsDone} aria-label={words.title(job)} />
      <div className={styles.runningFoot}>
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
