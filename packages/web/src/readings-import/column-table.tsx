import { sendableMetrics } from '@atrium/domain/measurements/readings';
import { type MessageId, useText } from '../i18n/index.ts';
import { SelectField } from '../ui/fields/index.ts';
import type { Column } from './columns.ts';
import styles from './readings-import.module.css';
import type { ReadingsImporting } from './use-readings-import.ts';

interface ColumnTableProps {
  readonly columns: readonly Column[];
  readonly importing: ReadingsImporting;
  readonly isBusy: boolean;
}

/** Columns with their first values, and a select for their meaning. */
export function ColumnTable({ columns, importing, isBusy }: ColumnTableProps) {
  const { t, locale } = useText();
  const { meanings } = importing.choices;
  // A metric without a name shows its id.
  const metrics = [...sendableMetrics.keys()]
    .map((value) => ({ value, text: t(`metric.${value}` as MessageId).replace(/^metric\./, '') }))
    .toSorted((one, other) => one.text.localeCompare(other.text, locale));
  const options = [
    { value: '', text: t('setUp.readings.meaning.none') },
    { value: 'time', text: t('setUp.readings.meaning.time') },
    { value: 'device', text: t('setUp.readings.meaning.device') },
    ...metrics,
  ];
  return (
    <ul className={styles.columns}>
      {columns.map(({ name, samples }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may share a name
        <li key={index} className={styles.column}>
          <div className={styles.about}>
            <bdi className={styles.name}>{name}</bdi>
            <bdi className={styles.samples}>{samples.join(' · ')}</bdi>
          </div>
          <SelectField
            label={t('setUp.readings.meaning', { column: name })}
            name={`column-${index}`}
            value={meanings[index] ?? ''}
            options={options}
            disabled={isBusy}
            onChange={(meaning) =>
              importing.change({
                meanings: columns.map((_, each) => (each === index ? meaning : (meanings[each] ?? ''))),
              })
            }
          />
        </li>
      ))}
    </ul>
  );
}
