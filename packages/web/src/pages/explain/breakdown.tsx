import { formatNumber, formatPercent } from '@atrium/domain/core/format';
import { findMetric, type Metric } from '@atrium/domain/numbers';
import { useId } from 'react';
import { BulletBar } from '../../charts/index.ts';
import { type MessageId, type Translate, useText } from '../../i18n/index.ts';
import { Table } from '../../ui/table/table.tsx';
import { DoorErrors } from './door-errors.tsx';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import type { SourceReadingsQuery } from './operations.generated.ts';
import { CorrectLink, SensorNotes } from './sensor-notes.tsx';
import { type Explanation, type Parts as PartsOf, sumParts } from './use-explained.ts';

type Expression = Extract<Metric['expression'], { readonly type: 'ratio' }>['numerator']['expression'];

/** Names a side of a ratio: 0 is the numerator, 1 the denominator. Null if the metric is no ratio. */
export function formatRatioSide({ expression }: Metric, side: 0 | 1, t: Translate): string | null {
  if (expression.type !== 'ratio') return null;
  return t(idOf((side === 0 ? expression.numerator : expression.denominator).expression));
}

function idOf(side: Expression): MessageId {
  switch (side.type) {
    case 'crossings':
      if (side.gender !== undefined) return side.gender.length > 1 ? 'explain.side.womenAndMen' : 'explain.side.women';
      return side.side === 'in' ? 'metric.affluenceIn' : 'metric.affluenceOut';
    case 'topEntries':
      return 'explain.side.topEntries';
    case 'passersBy':
      return 'explain.side.passersBy';
    case 'inside':
      return 'metric.inside';
    case 'counted':
      if (side.amount === 'weight') return 'explain.side.visits';
      return side.amount === 'weighted' ? 'explain.side.visitTime' : (`metric.${side.metric}` as MessageId);
    case 'sales':
      return salesIds[side.of];
    case 'setting':
      return side.of === 'limit' ? 'metric.limit' : side.of === 'area' ? 'explain.side.area' : 'explain.side.length';
    case 'levelTime':
    case 'statusTime':
      return 'explain.side.time';
    default:
      return 'metric' in side ? (`metric.${side.metric}` as MessageId) : 'explain.side.people';
  }
}

const salesIds = {
  turnover: 'metric.turnover',
  orders: 'metric.numberOfOrders',
  goods: 'metric.numberOfGoodsSold',
} as const satisfies Record<string, MessageId>;

type SourceReadings = SourceReadingsQuery['readingsBehind'];

interface LedgerProps {
  readonly explained: Explained;
  readonly explanation: Explanation;
  readonly sourceReadings: SourceReadings | null;
}

/** Maximum number of rows. The rest is summed in one row. */
const maxRows = 12;

/** Lists the doors or meters that add up to the number, else its sensors. */
export function Breakdown({ explained, explanation, sourceReadings }: LedgerProps) {
  const { t } = useText();
  const id = useId();
  const { parts } = explanation;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('explain.comesFrom')}
      </h3>
      {parts && parts.of.length > 0 ? (
        <Parts parts={parts} explained={explained} />
      ) : sourceReadings === null ? (
        <div className={styles.ghostRow} />
      ) : (
        <Sensors sourceReadings={sourceReadings} metric={explained.metric} />
      )}
      {sourceReadings && parts?.by === 'PASSAGE' && <DoorErrors doors={parts.of} sources={sourceReadings.sources} />}
      {sourceReadings && <SensorNotes readings={sourceReadings} />}
      {sourceReadings && <CorrectLink span={explained.span} sources={sourceReadings.sources} />}
    </section>
  );
}

function Parts({ parts, explained: { format } }: { readonly parts: PartsOf; readonly explained: Explained }) {
  const { t, locale } = useText();
  const { of, by, standing } = parts;
  const ofMeters = sumParts(of);
  const whole = ofMeters === null ? null : ofMeters + (standing ?? 0);
  const highest = Math.max(1e-9, ...of.map(({ value }) => value ?? 0));
  const rest = of.slice(maxRows);
  const share = (value: number | null) =>
    formatPercent(value === null || !whole ? null : (value / whole) * 100, { locale, decimals: 1 });
  const rows = [
    ...of.slice(0, maxRows),
    ...(rest.length === 0
      ? []
      : [
          {
            name: t('explain.others', { count: rest.length }),
            value: sumParts(rest),
          },
        ]),
    ...(standing === null ? [] : [{ name: t('explain.standing'), value: standing }]),
  ];
  return (
    <Table
      className={styles.rows}
      columns={[
        { key: 'name', isName: true, cell: ({ name }) => name },
        {
          key: 'bar',
          className: styles.bar,
          cell: ({ value }) => value !== null && <BulletBar share={value / highest} tone="data" />,
        },
        { key: 'share', className: styles.side, cell: ({ value }) => share(value) },
        { key: 'amount', className: styles.amount, cell: ({ value }) => format(value) },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      foot={[
        [
          {
            key: 'sum',
            content:
              standing === null
                ? t(by === 'PASSAGE' ? 'explain.sum' : 'explain.sumMeters', { count: of.length })
                : t('explain.sumCost', { count: of.length }),
            span: 2,
            isName: true,
          },
          { key: 'share', content: share(whole), className: styles.side },
          { key: 'amount', content: format(whole), className: styles.amount },
        ],
      ]}
    />
  );
}

interface SensorsProps {
  readonly sourceReadings: SourceReadings;
  readonly metric: Metric;
}

/** Lists the sensors behind a number. A ratio has one table per side. */
function Sensors({ sourceReadings, metric: of }: SensorsProps) {
  const { t } = useText();
  if (sourceReadings.sources.length === 0) return <p className={styles.note}>{t('explain.nothing')}</p>;
  const isRatio = sourceReadings.sources.some(({ part }) => part === 1);
  const parts = isRatio ? ([0, 1] as const) : ([0] as const);
  return parts.map((part) => {
    const sources = sourceReadings.sources.filter((source) => source.part === part);
    return (
      <Table
        key={part}
        className={styles.rows}
        caption={isRatio ? formatRatioSide(of, part, t) : undefined}
        columns={[
          {
            key: 'name',
            isName: true,
            cell: ({ device, metric, passage, subtracts }) => (
              <>
                {passage ?? device}
                <span className={styles.under}>
                  {t(`metric.${metric}` as MessageId)}
                  {subtracts && ` · ${t('explain.subtracts')}`}
                </span>
              </>
            ),
          },
          {
            key: 'readings',
            className: styles.side,
            cell: ({ readings }) => t('explain.readings', { count: readings }),
          },
          {
            key: 'amount',
            className: styles.amount,
            cell: ({ metric, sum, readings, subtracts }) => (
              <Figure metric={metric} sum={sum} readings={readings} sign={subtracts ? -1 : 1} />
            ),
          },
        ]}
        rows={sources.slice(0, maxRows)}
        keyOf={({ deviceId, metric }) => `${deviceId}/${metric}`}
        foot={
          sources.length > maxRows
            ? [
                [
                  {
                    key: 'others',
                    content: t('explain.others', { count: sources.length - maxRows }),
                    span: 3,
                    isName: true,
                  },
                ],
              ]
            : []
        }
      />
    );
  });
}

interface FigureProps {
  readonly metric: string;
  readonly sum: number | null;
  readonly readings: number;
  readonly sign: 1 | -1;
}

function Figure({ metric, sum, readings, sign }: FigureProps) {
  const { locale } = useText();
  const figure = sum === null ? null : figureOf(metric, sum, readings);
  if (figure === null) return '–';
  const text = formatNumber(sign * figure.value, { locale, decimals: figure.mean ? 1 : 0 });
  return <bdi dir="ltr">{figure.mean ? `⌀ ${text}` : text}</bdi>;
}

/** Sums counts and averages samples. Returns null for meter registers, where neither is meaningful. */
function figureOf(
  metric: string,
  sum: number,
  readings: number,
): { readonly mean: boolean; readonly value: number } | null {
  const kind = findMetric(metric)?.kind;
  if (kind === 'flow' || kind === 'count') return { mean: false, value: sum };
  return kind === 'sample' || kind === 'state' ? { mean: true, value: sum / readings } : null;
}
