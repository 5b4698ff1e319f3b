import { formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { type ChartTable, DeltaChip } from '../../../charts/index.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { Table } from '../../../ui/table/table.tsx';
import styles from './funnel.module.css';
import { findChange, formatFigure } from './funnel-text.ts';
import type { FunnelFragment } from './operations.generated.ts';
import type { ShopFunnel } from './use-funnel.ts';
import type { Figure } from './worth.ts';

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

/** A shop, or the total. */
interface Line {
  readonly shop: ShopFunnel['shop'] | null;
  readonly funnel: FunnelFragment;
}

interface FunnelTableProps {
  readonly rows: readonly ShopFunnel[];
  /** Total of several shops. */
  readonly total: FunnelFragment | null;
  readonly isBusy: boolean;
}

/** Funnel per shop, by default sorted by turnover. */
export function FunnelTable({ rows, total, isBusy }: FunnelTableProps) {
  const { t, locale } = useText();
  const [by, setBy] = useState<Figure>('turnover');
  if (rows.length === 0 && !isBusy) return <p className={styles.noResults}>{t('funnel.noResults')}</p>;
  const sorted = rows.toSorted((one, other) => (other.funnel[by] ?? -1) - (one.funnel[by] ?? -1));
  const all = t('funnel.all', { count: formatNumber(rows.length, { locale, decimals: 0 }) });
  const currency = (total ?? rows[0]?.funnel)?.currency ?? null;
  return (
    <div className={styles.card} data-table>
      <Table
        className={styles.table}
        aria-busy={isBusy}
        columns={[
          { key: 'shop', head: t('funnel.shop'), isName: true, cell: ({ shop }) => <bdi>{shop?.name ?? all}</bdi> },
          ...columns.map((figure) => ({
            key: figure,
            head: `${t(`funnel.${figure}`)}${currency !== null && money.has(figure) ? `, ${currency}` : ''}`,
            isNumber: true,
            sort: { by: figure === by ? ('descending' as const) : null, turn: () => setBy(figure) },
            cell: ({ shop, funnel }: Line) => (
              <Amount
                figure={figure}
                funnel={funnel}
                currency={currency === null && shop !== null ? funnel.currency : null}
              />
            ),
          })),
        ]}
        rows={total !== null && rows.length > 1 ? [{ shop: null, funnel: total }, ...sorted] : sorted}
        keyOf={({ shop }) => shop?.id ?? 'all'}
        rowProps={({ shop }) => ({ className: shop === null ? styles.all : undefined })}
      />
    </div>
  );
}

interface AmountProps {
  readonly figure: Figure;
  readonly funnel: FunnelFragment;
  readonly currency: string | null | undefined;
}

function Amount({ figure, funnel, currency }: AmountProps) {
  const { locale } = useText();
  return (
    <>
      <bdi dir="ltr">
        {formatFigure(funnel[figure], figure, locale)}
        {currency != null && funnel[figure] != null && money.has(figure) && ` ${currency}`}
      </bdi>
      <DeltaChip delta={findChange(funnel, figure)} decimals={1} />
    </>
  );
}

/** Builds the table for the file export. */
export function buildTable(rows: readonly ShopFunnel[], total: FunnelFragment | null, { t, locale }: Text): ChartTable {
  const cells = (funnel: FunnelFragment) => [
    ...columns.map((figure) => formatFigure(funnel[figure], figure, locale)),
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
