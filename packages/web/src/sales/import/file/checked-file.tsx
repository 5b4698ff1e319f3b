import { formatDay, formatNumber } from '@atrium/domain/core/format';
import type { ShopTotal } from '@atrium/domain/sales';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import styles from '../import.module.css';
import { amountText, byCurrency, moneyText, wholeText } from '../import-words.ts';
import type { SalesImporting, Stage } from '../use-import.ts';

/** What was found in the chosen file, and the button that imports it. */
export function CheckedFile({
  importing,
  onShowFaults,
}: {
  readonly importing: SalesImporting;
  readonly onShowFaults: () => void;
}) {
  const { t, locale } = useText();
  const { stage, hasFailed, retry } = importing;
  if (hasFailed)
    return (
      <p className={styles.verdict} role="alert">
        {t('salesImport.failed')} <Button onClick={retry}>{t('salesImport.retry')}</Button>
      </p>
    );
  if (stage.kind === 'faulty')
    return (
      <p className={styles.verdict} role="status">
        <i className={styles.dot} data-look="critical" aria-hidden="true" />
        <strong>
          {t('salesImport.errors', { count: stage.faultyRows, rows: wholeText(stage.faultyRows, locale) })}
        </strong>
        <Button look="quiet" onClick={onShowFaults}>
          {t('salesImport.showErrors')}
        </Button>
      </p>
    );
  if (stage.kind !== 'checked' && stage.kind !== 'sending') return null;
  return (
    <>
      <p className={styles.verdict} role="status">
        <i className={styles.dot} aria-hidden="true" />
        <strong>
          {t('salesImport.noErrors', { count: stage.check.rows, rows: wholeText(stage.check.rows, locale) })}
        </strong>
        <Changes stage={stage} />
      </p>
      <Totals stage={stage} shops={importing.shops} />
      <div className={styles.foot}>
        <span className={styles.note}>
          {stage.kind === 'checked' &&
            t('salesImport.checkedIn', { seconds: formatNumber(stage.seconds, { locale, decimals: 1 }) })}
        </span>
        <ImportButton importing={importing} stage={stage} />
      </div>
    </>
  );
}

type Ready = Extract<Stage, { kind: 'checked' | 'sending' }>;

function Changes({ stage }: { readonly stage: Ready }) {
  const { t, locale } = useText();
  if (stage.kind !== 'checked' || stage.changes === null) return null;
  const sum = (of: 'added' | 'corrected') => (stage.changes ?? []).reduce((count, shop) => count + shop[of], 0);
  const [added, corrected] = [sum('added'), sum('corrected')];
  if (added + corrected === 0) return <span>{t('salesImport.nothingNew')}</span>;
  return (
    <span>
      {t('salesImport.changes', {
        added: t('salesImport.willAdd', { count: added, number: wholeText(added, locale) }),
        corrected: t('salesImport.willCorrect', { count: corrected, number: wholeText(corrected, locale) }),
      })}
    </span>
  );
}

function ImportButton({ importing, stage }: { readonly importing: SalesImporting; readonly stage: Ready }) {
  const { t, locale } = useText();
  if (stage.kind === 'checked')
    return (
      <Button look="primary" onClick={importing.send}>
        {t('salesImport.import', { count: stage.check.rows, rows: wholeText(stage.check.rows, locale) })}
      </Button>
    );
  const percent = Math.round(stage.share * 100);
  const text =
    percent < 100 ? t('salesImport.uploading', { percent: wholeText(percent, locale) }) : t('salesImport.storing');
  return (
    <div className={styles.progress} role="status">
      <progress max={100} value={percent} aria-label={t('salesImport.uploadingLabel')} />
      <span>{text}</span>
    </div>
  );
}

function Totals({ stage, shops }: { readonly stage: Ready; readonly shops: SalesImporting['shops'] }) {
  const { t, locale } = useText();
  const { totals } = stage.check;
  const changes = stage.kind === 'checked' ? stage.changes : null;
  const amounts = byCurrency(totals.map(({ currency, turnover }) => ({ currency, amount: turnover })));
  const only = amounts.length === 1 ? amounts[0]?.currency : undefined;
  const money = (amount: number, currency: string) =>
    only === undefined ? moneyText(amount, currency, locale) : amountText(amount, locale);
  const correctedOf = (site: number) => changes?.find(({ siteId }) => siteId === site)?.corrected ?? 0;
  const nameOf = (site: number) => shops.find(({ siteId }) => siteId === site)?.name ?? '';
  const receipts = totals.reduce((sum, total) => sum + total.receipts, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too
    <section className={styles.wide} tabIndex={0} aria-label={t('salesImport.shops', { count: totals.length })}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('salesImport.head.shopId')}</th>
            <th scope="col">{t('salesImport.head.site')}</th>
            <th scope="col">{t('salesImport.head.days')}</th>
            <th scope="col" data-number>
              {t('salesImport.head.receipts')}
            </th>
            <th scope="col" data-number>
              {only === undefined ? t('salesImport.head.turnover') : `${t('salesImport.head.turnover')}, ${only}`}
            </th>
            {changes !== null && (
              <th scope="col" data-number>
                {t('salesImport.head.corrected')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.shop.installationId}>
              <td>
                <bdi>{total.shop.shopId}</bdi>
              </td>
              <th scope="row">{nameOf(total.shop.installationId)}</th>
              <td>
                <Days total={total} />
              </td>
              <td data-number>{wholeText(total.receipts, locale)}</td>
              <td data-number>{money(total.turnover, total.currency)}</td>
              {changes !== null && <td data-number>{wholeText(correctedOf(total.shop.installationId), locale)}</td>}
            </tr>
          ))}
        </tbody>
        {totals.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('salesImport.shops', { count: totals.length })}
              </th>
              <td data-number>{wholeText(receipts, locale)}</td>
              <td data-number>
                {amounts.map(({ currency, amount }) => (
                  <div key={currency}>{money(amount, currency)}</div>
                ))}
              </td>
              {changes !== null && (
                <td data-number>
                  {wholeText(
                    changes.reduce((sum, { corrected }) => sum + corrected, 0),
                    locale,
                  )}
                </td>
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Days({ total: { daysWithSales, told } }: { readonly total: ShopTotal }) {
  const text = useText();
  const { t, locale } = text;
  const [first, last] = [told[0]?.date ?? '', told.at(-1)?.date ?? ''];
  const count = wholeText(daysWithSales, locale);
  return first === last
    ? t('salesImport.oneDay', { count, day: formatDay(first, text) })
    : t('salesImport.days', { count, from: formatDay(first, text), to: formatDay(last, text) });
}
