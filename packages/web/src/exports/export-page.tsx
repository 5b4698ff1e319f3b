import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/form/index.ts';
import { PageHeader } from '../ui/page/index.ts';
import styles from './exports.module.css';
import { ExportFormCard } from './form/export-form.tsx';
import { useExportForm } from './form/use-export-form.ts';
import { JobsCard } from './jobs/jobs-card.tsx';
import { useExportJobs } from './jobs/use-export-jobs.ts';
import { PreviewCard } from './preview-card.tsx';
import { RepeatingCard, repeatingCardId } from './repeating/repeating-card.tsx';
import { useRepeating } from './repeating/use-repeating.ts';
import { usePreview } from './use-preview.ts';

/** K01: content and recipients of a new file, its preview, and the viewer's earlier files. */
export function ExportPage() {
  const { t } = useText();
  const form = useExportForm();
  const preview = usePreview(form.request);
  const jobs = useExportJobs();
  const repeating = useRepeating();
  return (
    <>
      <PageHeader title={t('exports.title')} actions={<RepeatingLink count={repeating.all.length} />} />
      {form.error !== undefined && form.sites.length === 0 ? (
        <div className={styles.empty} role="alert">
          <p>{t('exports.failed')}</p>
          <Button icon="reload" onClick={form.retry}>
            {t('exports.retry')}
          </Button>
        </div>
      ) : !form.isLoading && form.sites.length === 0 ? (
        <p className={styles.empty}>{t('exports.noSites')}</p>
      ) : (
        <div className={styles.columns}>
          <ExportFormCard form={form} preview={preview} jobs={jobs} repeating={repeating} />
          <div className={styles.beside}>
            <PreviewCard form={form} preview={preview} />
            <RepeatingCard repeating={repeating} />
            <JobsCard jobs={jobs} />
          </div>
        </div>
      )}
    </>
  );
}

/** Links to the repeating exports, if there are any. */
function RepeatingLink({ count }: { readonly count: number }) {
  const { t, locale } = useText();
  if (count === 0) return null;
  return (
    <Button
      icon="calendar"
      onClick={() => {
        const heading = document.getElementById(repeatingCardId);
        heading?.scrollIntoView({ block: 'center' });
        heading?.focus({ preventScroll: true });
      }}
    >
      {t('exports.repeating')} <span className={styles.sum}>{formatNumber(count, { locale, decimals: 0 })}</span>
    </Button>
  );
}
