import { useQuery } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import type { Metric } from '@atrium/domain/numbers';
import { addMonths, type Month, targetMetrics, toMonth } from '@atrium/domain/numbers/targets';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { getMetricName } from '../../pages/words/section-texts.ts';
import { useZone } from '../../people/organization/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { InlineSelect } from '../../ui/form/inline-select.tsx';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { TargetSitesDocument } from './operations.generated.ts';
import { TargetGrid } from './target-grid.tsx';
import { TargetProgressCard } from './target-progress.tsx';
import styles from './targets.module.css';

/** Months that the grid shows. */
const monthsShown = 6;

/** Targets of sites by month, and how far those of the current month are reached. */
export function CalendarPage() {
  const { t } = useText();
  const date = instantToDate(useZone(), Date.now());
  const today = toMonth(date);
  const [first, setFirst] = useState<Month>(() => addMonths(today, -1));
  const [metric, setMetric] = useState<Metric>(targetMetrics[0] as Metric);
  const [isImporting, setImporting] = useState(false);
  const { data, error, refetch } = useQuery(TargetSitesDocument);
  if (data === undefined && error !== undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  const sites = data?.allInstallations;
  const months = Array.from({ length: monthsShown }, (_, index) => addMonths(first, index));
  return (
    <>
      <PageHeader
        title={t('shell.calendar')}
        actions={
          <Button icon="upload" onClick={() => setImporting(true)}>
            {t('setUp.target.import')}
          </Button>
        }
      />
      <p className={styles.intro}>{t('setUp.target.intro')}</p>
      <div className={styles.page}>
        <section className={styles.card} aria-label={t('setUp.target.title')}>
          <div className={styles.head}>
            <h2>{t('setUp.target.title')}</h2>
            <InlineSelect
              label={t('setUp.target.metric')}
              value={metric.id}
              options={targetMetrics.map((one) => ({ value: one.id, text: getMetricName(one, t) }))}
              onChange={(id) => setMetric(targetMetrics.find((one) => one.id === id) ?? metric)}
            />
            <span className={styles.months}>
              <IconButton
                icon="chevronStart"
                label={t('setUp.target.earlier')}
                onClick={() => setFirst(addMonths(first, -monthsShown))}
              />
              <IconButton
                icon="chevronEnd"
                label={t('setUp.target.later')}
                onClick={() => setFirst(addMonths(first, monthsShown))}
              />
            </span>
          </div>
          {sites === undefined ? (
            <Loading className={styles.ghost} />
          ) : (
            <TargetGrid key={metric.id} sites={sites} metric={metric} months={months} />
          )}
        </section>
        {sites !== undefined && <TargetProgressCard sites={sites} metric={metric} month={today} />}
        {sites !== undefined && <CalendarCard sites={sites} today={date} />}
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
