import { formatNumber, formatPercent } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/measurements';
import { useId } from 'react';
import { BulletBar } from '../../../charts/index.ts';
import { type MessageId, useText } from '../../../i18n/index.ts';
import type { Explained } from '../number/explained.ts';
import styles from './explain.module.css';
import type { SourceReadingsQuery } from './operations.generated.ts';
import { SensorNotes } from './sensor-notes.tsx';
import type { Explanation, Part } from './use-explained.ts';

type SourceReadings = SourceReadingsQuery['readingsBehind'];

interface LedgerProps {
  readonly explained: Explained;
  readonly explanation: Explanation;
  readonly sourceReadings: SourceReadings | null;
}

/** So many rows tell where a number comes from; the rest is a sum of its own. */
const most = 12;

/** Doors that add up to the number, or the sensors that it was worked out from. */
export function Ledger({ explained, explanation, sourceReadings }: LedgerProps) {
  const { t } = useText();
  const id = useId();
  const { doors } = explanation;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('explain.comesFrom')}
      </h3>
      {doors && doors.length > 0 ? (
        <Doors doors={doors} explained={explained} />
      ) : sourceReadings === null ? (
        <div className={styles.ghostRow} />
      ) : (
        <Sensors sourceReadings={sourceReadings} />
      )}
      {sourceReadings && <SensorNotes sources={sourceReadings.sources} />}
    </section>
  );
}

function Doors({ doors, explained: { format } }: { readonly doors: readonly Part[]; readonly explained: Explained }) {
  const { t, locale } = useText();
  const whole = sumOf(doors);
  const highest = Math.max(1e-9, ...doors.map(({ value }) => value ?? 0));
  const rest = doors.slice(most);
  const share = (value: number | null) =>
    formatPercent(value === null || !whole ? null : (value / whole) * 100, { locale, decimals: 1 });
  const rows = [
    ...doors.slice(0, most),
    ...(rest.length === 0
      ? []
      : [
          {
            name: t('explain.others', { count: rest.length }),
            value: sumOf(rest),
          },
        ]),
  ];
  return (
    <table className={styles.rows}>
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.bar}>{value !== null && <BulletBar share={value / highest} tone="data" />}</td>
            <td className={styles.side}>{share(value)}</td>
            <td className={styles.amount}>{format(value)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('explain.sum', { count: doors.length })}
          </th>
          <td className={styles.side}>{share(whole)}</td>
          <td className={styles.amount}>{format(whole)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Of doors of which nothing is known there is no sum: 0 would be nobody. */
function sumOf(doors: readonly Part[]): number | null {
  const known = doors.flatMap(({ value }) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The sensors a number was worked out from, on both sides of the line where it is a ratio. */
function Sensors({ sourceReadings }: { readonly sourceReadings: SourceReadings }) {
  const { t } = useText();
  if (sourceReadings.sources.length === 0) return <p className={styles.note}>{t('explain.nothing')}</p>;
  const isRatio = sourceReadings.sources.some(({ part }) => part === 1);
  const parts = isRatio ? [0, 1] : [0];
  return parts.map((part) => {
    const sources = sourceReadings.sources.filter((source) => source.part === part);
    return (
      <table key={part} className={styles.rows}>
        {isRatio && <caption>{t(part === 0 ? 'explain.above' : 'explain.below')}</caption>}
        <tbody>
          {sources.slice(0, most).map(({ deviceId, device, metric, passage, readings, sum, subtracts }) => (
            <tr key={`${deviceId}/${metric}`}>
              <th scope="row">
                {passage ?? device}
                <span className={styles.under}>
                  {t(`metric.${metric}` as MessageId)}
                  {subtracts && ` · ${t('explain.subtracts')}`}
                </span>
              </th>
              <td className={styles.side}>{t('explain.readings', { count: readings })}</td>
              <td className={styles.amount}>
                <Figure metric={metric} sum={sum} readings={readings} sign={subtracts ? -1 : 1} />
              </td>
            </tr>
          ))}
        </tbody>
        {sources.length > most && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('explain.others', { count: sources.length - most })}
              </th>
            </tr>
          </tfoot>
        )}
      </table>
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

/** Counts add up, samples have a mean; of a meter's counter neither says anything. */
function figureOf(
  metric: string,
  sum: number,
  readings: number,
): { readonly mean: boolean; readonly value: number } | null {
  const kind = findMetric(metric)?.kind;
  if (kind === 'flow' || kind === 'count') return { mean: false, value: sum };
  return kind === 'sample' || kind === 'state' ? { mean: true, value: sum / readings } : null;
}
