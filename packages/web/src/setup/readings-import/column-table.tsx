import { detectHeaderUnit } from '@atrium/domain/numbers/import';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import { type MessageId, useText } from '../../i18n/index.ts';
import { SelectField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { roles, type ValueChoice } from './columns.ts';
import styles from './readings-import.module.css';
import { SensorField } from './sensors/sensor-field.tsx';
import type { Chosen, ReadingsImporting } from './use-readings-import.ts';

interface Props {
  readonly chosen: Chosen;
  readonly importing: ReadingsImporting;
  readonly isBusy: boolean;
}

const noDetails = { unit: '', serial: '' };

/** Columns with their first values, and what each means. A column of names lists its names below. */
export function ColumnTable({ chosen: { columns, across }, importing, isBusy }: Props) {
  const { t } = useText();
  const { choices, change } = importing;
  const { meanings, details } = choices;
  const metrics = useMetricOptions();
  const options = [
    { value: '', text: t('setUp.readings.meaning.none') },
    ...roles.map((value) => ({ value, text: t(`setUp.readings.meaning.${value}`) })),
    ...metrics,
  ];
  const isMetric = (meaning: string) => sendableMetrics.has(meaning);
  const replace = <Item,>(items: readonly (Item | undefined)[], at: number, item: Item, otherwise: Item) =>
    columns.map((_, index) => (index === at ? item : (items[index] ?? otherwise)));
  return (
    <ul className={styles.columns}>
      {columns.map(({ name, samples }, index) => {
        const meaning = meanings[index] ?? '';
        const detail = details[index] ?? noDetails;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may share a name
          <li key={index} className={styles.column}>
            <div className={styles.about}>
              <bdi className={styles.name}>{name}</bdi>
              <bdi className={styles.samples}>{samples.join(' · ')}</bdi>
            </div>
            <SelectField
              label={t('setUp.readings.meaning', { column: name })}
              name={`column-${index}`}
              value={meaning}
              options={options}
              disabled={isBusy}
              onChange={(chosen) => change({ meanings: replace(meanings, index, chosen, '') })}
            />
            {isMetric(meaning) && !meanings.includes('name') && (
              <Details
                name={name}
                choice={{ metric: meaning, ...detail }}
                isBusy={isBusy}
                onChange={(part) => change({ details: replace(details, index, { ...detail, ...part }, noDetails) })}
              />
            )}
          </li>
        );
      })}
      {across > 0 && <Across count={across} metrics={metrics} importing={importing} isBusy={isBusy} />}
      <Names columns={columns} metrics={metrics} importing={importing} isBusy={isBusy} />
    </ul>
  );
}

type Option = { readonly value: string; readonly text: string };

/** Metrics by their names; one without a name shows its id. */
function useMetricOptions(): readonly Option[] {
  const { t, locale } = useText();
  return [...sendableMetrics.keys()]
    .map((value) => ({ value, text: t(`metric.${value}` as MessageId).replace(/^metric\./, '') }))
    .toSorted((one, other) => one.text.localeCompare(other.text, locale));
}

interface DetailsProps {
  readonly name: string;
  readonly choice: ValueChoice;
  readonly isBusy: boolean;
  readonly onChange: (part: { readonly unit?: string; readonly serial?: string }) => void;
}

/** Unit and sensor of one column's values; both may stay empty. */
function Details({ name, choice: { metric, unit, serial }, isBusy, onChange }: DetailsProps) {
  const { t } = useText();
  const stated = detectHeaderUnit(metric, name);
  return (
    <>
      <TextField
        label={t('setUp.readings.unit', { column: name })}
        autoComplete="off"
        placeholder={stated === 'none' ? '' : stated.text}
        value={unit}
        disabled={isBusy}
        onChange={(event) => onChange({ unit: event.currentTarget.value })}
      />
      <SensorField
        label={t('setUp.readings.columnSerial', { column: name })}
        serial={serial}
        disabled={isBusy}
        onChange={(chosen) => onChange({ serial: chosen })}
      />
    </>
  );
}

interface PartProps extends Omit<Props, 'chosen'> {
  readonly metrics: readonly Option[];
}

/** What the columns hold that are named by hours or dates. */
function Across({ count, metrics, importing, isBusy }: PartProps & { readonly count: number }) {
  const { t } = useText();
  const { across } = importing.choices;
  const name = t('setUp.readings.across', { count });
  return (
    <li className={styles.column}>
      <span className={styles.name}>{name}</span>
      <SelectField
        label={t('setUp.readings.meaning', { column: name })}
        name="across"
        value={across.metric}
        options={[{ value: '', text: t('setUp.readings.meaning.none') }, ...metrics]}
        disabled={isBusy}
        onChange={(metric) => importing.change({ across: { ...across, metric } })}
      />
      {across.metric !== '' && (
        <TextField
          label={t('setUp.readings.unit', { column: name })}
          autoComplete="off"
          value={across.unit}
          disabled={isBusy}
          onChange={(event) => importing.change({ across: { ...across, unit: event.currentTarget.value } })}
        />
      )}
    </li>
  );
}

/** What each name of the column of names means. */
function Names({ columns, metrics, importing, isBusy }: PartProps & Pick<Chosen, 'columns'>) {
  const { t } = useText();
  const { meanings, names } = importing.choices;
  const found = columns[meanings.indexOf('name')]?.values ?? [];
  return found.map((name) => {
    const choice = names.find((one) => one.name === name) ?? { name, metric: '', ...noDetails };
    const change = (part: Partial<ValueChoice>) =>
      importing.change({ names: [...names.filter((one) => one.name !== name), { ...choice, ...part }] });
    return (
      <li key={name} className={styles.column}>
        <bdi className={styles.name}>{name}</bdi>
        <SelectField
          label={t('setUp.readings.meaning', { column: name })}
          name={`name-${name}`}
          value={choice.metric}
          options={[{ value: '', text: t('setUp.readings.meaning.none') }, ...metrics]}
          disabled={isBusy}
          onChange={(metric) => change({ metric })}
        />
        {choice.metric !== '' && <Details name={name} choice={choice} isBusy={isBusy} onChange={change} />}
      </li>
    );
  });
}
