import { formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { type ChartTable, DeltaChip } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { changeOf, figureText } from './figures/funnel-words.ts';
import type { Figure } from './figures/worth.ts';
import styles from './funnel.module.css';
import type { FunnelFragment } from './operations.generated.ts';
import type { ShopFunnel } from './use-funnel.ts';

const columns = [
  'pedestrian',
  'affluenceIn',
  'captureRate',
  'numberOfOrders',
  'conversionRate',
  'turnover',
  'avgBasketPrice',
  'salesIndex',
] as const satisfies readonly Figure[];

const money: ReadonlySet<Figure> = new Set(['turnover', 'avgBasketPrice', 'salesIndex']);

interface FunnelTableProps {
  readonly rows: readonly ShopFunnel[];
  /** Of several shops. */
  readonly total: FunnelFragment | null;
  readonly isBusy: boolean;
}

/** Shop by shop, by turnover unless asked otherwise. */
export function FunnelTable({ rows, total, isBusy }: FunnelTableProps) {
  const { t, locale } = useText();
  const [by, setBy] = useState<Figure>('turnover');
  if (rows.length === 0 && !isBusy) return <p className={styles.noResults}>{t('funnel.noResults')}</p>;
  const sorted = rows.toSorted((one, other) => (other.funnel[by] ?? -1) - (one.funnel[by] ?? -1));
  const currency = (total ?? rows[0]?.funnel)?.currency ?? null;
  return (
    <div className={styles.card} data-table>
      <table className={styles.table} aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col">{t('funnel.shop')}</th>
            {columns.map((figure) => (
              <th key={figure} scope="col" aria-sort={figure === by ? 'descending' : 'none'}>
                <button type="button" onClick={() => setBy(figure)}>
                  {t(`funnel.${figure}`)}
                  {currency !== null && money.has(figure) && `, ${currency}`}
                  {figure === by && <span aria-hidden="true"> ↓</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {total !== null && rows.length > 1 && (
            <tr className={styles.all}>
              <th scope="row">{t('funnel.all', { count: formatNumber(rows.length, { locale, decimals: 0 }) })}</th>
              <Cells funnel={total} />
            </tr>
          )}
          {sorted.map(({ shop, funnel }) => (
            <tr key={shop.id}>
              <th scope="row">
                <bdi>{shop.name}</bdi>
              </th>
              <Cells funnel={funnel} currency={currency === null ? funnel.currency : null} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cells({ funnel, currency = null }: { funnel: FunnelFragment; currency?: string | null | undefined }) {
  const { t, locale } = useText();
  return columns.map((figure) => (
    <td key={figure} data-label={t(`funnel.${figure}`)}>
      <bdi dir="ltr">
        {figureText(funnel[figure], figure, locale)}
        {currency != null && funnel[figure] != null && money.has(figure) && ` ${currency}`}
      </bdi>
      <DeltaChip delta={changeOf(funnel, figure)} decimals={1} />
    </td>
  ));
}

/** The same as a file. */
export function tableOf(rows: readonly ShopFunnel[], total: FunnelFragment | null, { t, locale }: Text): ChartTable {
  const cells = (funnel: FunnelFragment) => [
    ...columns.map((figure) => figureText(funnel[figure], figure, locale)),
    funnel.currency ?? '',
  ];
  return {
    columns: [t('funnel.shop'), ...columns.map((figure) => t(`funnel.${figure}`)), ''],
    rows: [
      ...(total !== null && rows.length > 1
        ? [[t('funnel.all', { count: String(rows.length) }), ...cells(total)]]
        : []),
      ...rows.map(({ shop, funnel }) => [shop.name, ...cells(funnel)]),
    ],
  };
}
