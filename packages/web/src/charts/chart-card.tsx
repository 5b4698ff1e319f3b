import { type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './chart-card.module.css';
import { downloadText, formatCsv } from './csv.ts';
import { type ChartTable, PlainTable } from './plain-table.tsx';

interface ChartCardProps {
  readonly title: string;
  /** Second line: what the chart shows, or the values under the crosshair. */
  readonly line: ReactNode;
  readonly table: () => ChartTable;
  /** Drawing height in px. The table takes the same space, so that the layout does not shift. */
  readonly height: number;
  /** Further actions on its numbers, before its own tools. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with the same numbers as an accessible table. */
export function ChartCard({ title, line, table, height, tools, children }: ChartCardProps) {
  const { t } = useText();
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {tools}
        <button
          type="button"
          className={styles.tool}
          data-export="skip"
          aria-pressed={asTable}
          aria-label={t('charts.asTable')}
          title={t(asTable ? 'charts.asChart' : 'charts.asTable')}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name="table" />
        </button>
        <button
          type="button"
          className={styles.tool}
          data-export="skip"
          aria-label={t('charts.download')}
          title={t('charts.download')}
          onClick={() => downloadText(`${title}.csv`, formatCsv(table()))}
        >
          <Icon name="download" />
        </button>
      </header>
      <div className={styles.line}>{line}</div>
      <div className={styles.body} style={{ blockSize: height }}>
        {asTable ? <PlainTable table={table()} titleId={titleId} /> : children}
      </div>
    </section>
  );
}
