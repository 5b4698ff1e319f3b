import { airSamples } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import { NumberField, SelectField } from '../../ui/fields/index.ts';
import { Button, IconButton, TextField } from '../../ui/form/index.ts';
import styles from '../devices.module.css';
import dialog from '../dialogs.module.css';
import type { SaveFieldMapMutationVariables } from '../operations.generated.ts';

export type MapValues = SaveFieldMapMutationVariables['map'];
type MapNumber = MapValues['numbers'][number];

interface FormProps {
  readonly values: MapValues;
  readonly onChange: (values: MapValues) => void;
}

const people = ['affluenceIn', 'affluenceOut', 'footfall'] as const;
const samples = [...airSamples.map(({ id }) => id), 'electricityConsumption' as const];
const metrics = [...people, ...samples];
const meanings = ['period', 'total', 'sample'] as const;
const isSample = (metric: string) => samples.some((one) => one === metric);

/** Fields of a field map: device id, time, and each number with its meaning. */
export function MapForm({ values, onChange }: FormProps) {
  const { t } = useText();
  const set = (change: Partial<MapValues>) => onChange({ ...values, ...change });
  const numbers = [values.numbers].flat();
  const setNumber = (place: number, change: Partial<MapNumber>) =>
    set({ numbers: numbers.map((one, index) => (index === place ? { ...one, ...change } : one)) });
  const text = (field: 'name' | 'list' | 'device' | 'time', isRequired: boolean) => (
    <TextField
      label={t(`devices.map.${field}`)}
      value={values[field]}
      required={isRequired}
      maxLength={200}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {text('name', true)}
      <div className={styles.pair}>
        {text('device', true)}
        {text('time', false)}
      </div>
      <div className={styles.pair}>
        {text('list', false)}
        <NumberField
          label={t('devices.map.interval')}
          isWhole
          value={values.interval}
          onChange={(interval) => set({ interval: interval ?? 0 })}
        />
      </div>
      {numbers.map((number, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: numbers are identified by their index
        <fieldset key={place} className={dialog.number}>
          <legend className="visually-hidden">{t('devices.map.number')}</legend>
          <TextField
            label={t('devices.map.path')}
            value={number.path}
            required
            onChange={(event) => setNumber(place, { path: event.currentTarget.value })}
          />
          <SelectField
            label={t('devices.map.metric')}
            name={`metric-${place}`}
            value={number.metric}
            options={metrics.map((metric) => ({ value: metric, text: t(`metric.${metric}`) }))}
            onChange={(metric) => setNumber(place, { metric, meaning: isSample(metric) ? 'sample' : 'period' })}
          />
          <SelectField
            label={t('devices.map.meaning')}
            name={`meaning-${place}`}
            value={number.meaning}
            options={meanings
              .filter((one) => (one === 'sample') === isSample(number.metric))
              .map((one) => ({ value: one, text: t(`devices.meaning.${one}`) }))}
            onChange={(meaning) => setNumber(place, { meaning: meanings.find((one) => one === meaning) ?? 'period' })}
          />
          <NumberField
            label={t('devices.map.factor')}
            step="any"
            value={number.factor}
            onChange={(factor) => setNumber(place, { factor: factor ?? 0 })}
          />
          {numbers.length > 1 && (
            <IconButton
              icon="trash"
              label={t('devices.map.removeNumber')}
              onClick={() => set({ numbers: numbers.filter((_, index) => index !== place) })}
            />
          )}
        </fieldset>
      ))}
      <Button
        onClick={() =>
          set({ numbers: [...numbers, { path: '', metric: 'affluenceOut', meaning: 'period', factor: 1 }] })
        }
      >
        {t('devices.map.add')}
      </Button>
    </>
  );
}
