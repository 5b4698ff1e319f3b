import { formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { type Text, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { ExportFormCard } from './export-form.tsx';
import styles from './exports.module.css';
import { JobsCard } from './jobs-card.tsx';
import type { ExportPreviewQuery } from './operations.generated.ts';
import { RepeatingCard, repeatingCardId } from './repeating-card.tsx';
import { type ExportForm, type Preview, useExportForm, usePreview } from './use-export-form.ts';
import { useExportJobs } from './use-export-jobs.ts';
import { useRepeating } from './use-repeating.ts';

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

type Shown = ExportPreviewQuery['exportPreview'];
type Sheet = Shown['sheets'][number];

/** First rows of the file, starting at the site's opening time. */
function PreviewCard({ form, preview }: { readonly form: ExportForm; readonly preview: Preview }) {
  const text = useText();
  const { t } = text;
  const [tab, setTab] = useState(0);
  const { shown, isBusy, failure, retry } = preview;
  const sheet = shown?.sheets[tab] ?? shown?.sheets[0];
  return (
    <section className={styles.card} aria-labelledby="export-preview">
      <div className={styles.cardHead}>
        <h2 id="export-preview">{t('exports.preview')}</h2>
        {shown !== null && <p className={styles.sum}>{formatRowCount(shown, form.filled.target, text)}</p>}
      </div>
      {failure !== null ? (
        <div className={styles.empty} role="alert">
          <p>
            {t(
              failure === 'RANGE_TOO_WIDE'
                ? 'exports.preview.tooMany'
                : failure === 'READINGS_GONE'
                  ? 'exports.problem.readings'
                  : 'exports.preview.failed',
            )}
          </p>
          {failure !== 'RANGE_TOO_WIDE' && (
            <Button icon="reload" onClick={retry}>
              {t('exports.retry')}
            </Button>
          )}
        </div>
      ) : sheet === undefined || shown === null ? (
        <div className={isBusy ? styles.ghost : styles.empty} role="status" aria-busy={isBusy}>
          {!isBusy && <p>{t('exports.preview.incomplete')}</p>}
        </div>
      ) : (
        <>
          <Rows sheet={sheet} isBusy={isBusy} text={text} />
          <div className={styles.tabs}>
            <fieldset className={styles.sheetTabs}>
              <legend className="visually-hidden">{t('exports.preview.sheets')}</legend>
              {shown.sheets.map(({ name }, at) => (
                <button key={name} type="button" aria-pressed={shown.sheets[at] === sheet} onClick={() => setTab(at)}>
                  {name}
                </button>
              ))}
            </fieldset>
            <p className={styles.sum}>
              {sheet.rows.length === 0
                ? t('exports.preview.noRows')
                : t('exports.preview.rows', { first: sheet.firstRow, last: sheet.firstRow + sheet.rows.length - 1 })}
            </p>
          </div>
        </>
      )}
    </section>
  );
}

/**
 * Formats `7 days × 96 quarters × 3 zones = 2,016 rows`. Omits the first part if clocks change or rows span more than a
 * day.
 */
function formatRowCount(
  { days, perDay, buckets, places, rows, width }: Shown,
  target: 'zone' | 'passage',
  { t, locale }: Text,
): string {
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const per = perDay !== null && days * perDay === buckets ? 'exports.sum.days' : 'exports.sum.buckets';
  const step = t(`exports.granularity.${width as 900}`);
  const what = t(`exports.sum.${target}`, { count: places });
  return t(per, {
    days,
    perDay: count(perDay ?? 0),
    buckets: count(buckets),
    width: step,
    places: what,
    rows: count(rows),
  });
}

function Rows({
  sheet: { name, columns, rows, firstRow },
  isBusy,
  text,
}: {
  readonly sheet: Sheet;
  readonly isBusy: boolean;
  readonly text: Text;
}) {
  const numbers = { key: '', isAside: true } as const;
  return (
    <Table
      scroll={{ className: styles.sheet, 'data-busy': isBusy || undefined, 'aria-label': name }}
      above={[
        numbers,
        ...columns.map(({ title }, at) => ({ key: title, content: String.fromCharCode(65 + at), isAside: true })),
      ]}
      columns={[
        { ...numbers, head: '1', cell: (_, at) => firstRow + at },
        ...columns.map(
          ({ title, kind, decimals }, column): Column<Sheet['rows'][number]> => ({
            key: title,
            head: title,
            isNumber: kind === 'number' || kind === 'percent',
            cell: ({ cells }) => (
              <bdi>{cellText((cells as readonly Cell[])[column] ?? null, kind, decimals ?? null, text)}</bdi>
            ),
          }),
        ),
      ]}
      rows={rows}
      keyOf={(_, at) => firstRow + at}
    />
  );
}

type Cell = string | number | null;
type Kind = Sheet['columns'][number]['kind'];

/** Formats a cell as the spreadsheet shows it: empty where unknown. */
function cellText(cell: Cell, kind: Kind, decimals: number | null, { locale }: Text): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return kind === 'dateTime' ? cell.replace('T', ' ') : cell;
  if (kind === 'percent') return `${formatNumber(cell * 100, { locale, decimals: decimals ?? 0 })} %`;
  return formatNumber(cell, { locale, decimals: decimals ?? 0 });
}
