import { CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { airSamples } from '@atrium/domain/numbers';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import type { Sender } from './device-text.ts';
import styles from './devices.module.css';
import dialog from './dialogs.module.css';
import { fillSlot, findEmptySlot, type MapSlot, type MapValues } from './map-slots.ts';
import { MapTrial, PacketFields } from './map-trial.tsx';
import {
  DeleteFieldMapDocument,
  FieldMapsDocument,
  type FieldMapsQuery,
  SaveFieldMapDocument,
} from './operations.generated.ts';

type MapNumber = MapValues['numbers'][number];

interface FormProps {
  readonly values: MapValues;
  readonly onChange: (values: MapValues) => void;
  /** Reports the field that the next click in the packet fills. */
  readonly onSlot: (slot: MapSlot) => void;
}

const people = ['affluenceIn', 'affluenceOut', 'footfall'] as const;
const samples = [...airSamples.map(({ id }) => id), 'electricityConsumption' as const];
const metrics = [...people, ...samples];
const meanings = ['period', 'total', 'sample'] as const;
const isSample = (metric: string) => samples.some((one) => one === metric);
const isMeter = (metric: string) => metric === 'electricityConsumption';

/** Returns the meanings that a number of the metric may have, each with the key of its text. */
function listMeanings(metric: string) {
  if (isMeter(metric)) return [['sample', 'register'] as const, ['period', 'amount'] as const];
  return meanings.filter((one) => (one === 'sample') === isSample(metric)).map((one) => [one, one] as const);
}

/** Fields of a field map: device id, time, and each number with its meaning. */
function MapForm({ values, onChange, onSlot }: FormProps) {
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
      onFocus={() => field !== 'name' && onSlot(field)}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {text('name', true)}
      <p className={styles.note}>{t('devices.map.paths')}</p>
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
            onFocus={() => onSlot(place)}
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
            options={listMeanings(number.metric).map(([value, text]) => ({
              value,
              text: t(`devices.meaning.${text}`),
            }))}
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

interface DialogProps {
  /** The device whose last packet is shown beside the fields; null for none. */
  readonly sender: Sender | null;
  readonly onClose: () => void;
}

const empty: MapValues = {
  name: '',
  list: '',
  device: '',
  time: '',
  interval: 900,
  numbers: [{ path: '', metric: 'affluenceIn', meaning: 'period', factor: 1 }],
};

/** Maps the fields of an unknown format, beside the last packet that was not understood. */
export function FieldMapDialog({ sender, onClose }: DialogProps) {
  const { t } = useText();
  const { data } = useQuery(FieldMapsDocument, { fetchPolicy: 'cache-and-network' });
  const [chosen, setChosen] = useState('new');
  const maps = data?.fieldMaps ?? [];
  const map = maps.find(({ id }) => String(id) === chosen);
  return (
    <Dialog wide title={t('devices.maps')} text={t('devices.map.text')} onClose={onClose}>
      {maps.length > 0 && (
        <LongSelectField
          label={t('devices.map.which')}
          name="map"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'new', text: t('devices.map.new') },
            ...maps.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
        />
      )}
      <Editor key={map?.id ?? 'new'} sender={sender} map={map ?? null} onDone={onClose} />
    </Dialog>
  );
}

function Editor({
  sender,
  map,
  onDone,
}: {
  readonly sender: Sender | null;
  readonly map: FieldMapsQuery['fieldMaps'][number] | null;
  readonly onDone: () => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [save, saving] = useMutation(SaveFieldMapDocument);
  const [remove, removing] = useMutation(DeleteFieldMapDocument);
  const [values, setValues] = useState<MapValues>(() => (map === null ? empty : valuesOf(map)));
  const [slot, setSlot] = useState<MapSlot | null>(null);
  const pick = (path: string) => {
    const target = slot ?? findEmptySlot(values);
    if (target !== null) setValues(fillSlot(values, target, path));
    setSlot(null);
  };
  const fail = (error: unknown) => {
    const why = CombinedGraphQLErrors.is(error) ? (error.errors[0]?.message ?? '') : '';
    showToast('error', `${t('devices.map.failed')} ${why}`.trim());
  };
  const finish = async (done: Promise<unknown>, said: 'devices.map.saved' | 'devices.map.deleted') => {
    try {
      await done;
      await client.refetchQueries({ include: ['DeviceInbox', 'FieldMaps'] });
      showToast('success', t(said));
      onDone();
    } catch (error) {
      fail(error);
    }
  };
  const isBusy = saving.loading || removing.loading;
  return (
    <form
      className={dialog.form}
      onSubmit={(event) => {
        event.preventDefault();
        void finish(save({ variables: { fieldMapId: map?.id ?? null, map: values } }), 'devices.map.saved');
      }}
    >
      {sender !== null && <PacketFields senderId={sender.id} onPick={pick} />}
      <MapForm values={values} onChange={setValues} onSlot={setSlot} />
      <MapTrial
        fieldMapId={map?.id ?? null}
        values={values}
        nameMetric={(name) => {
          const metric = metrics.find((one) => one === name);
          return metric === undefined ? name : t(`metric.${metric}`);
        }}
        onError={fail}
      />
      <div className={dialog.foot}>
        {map !== null && (
          <Button
            icon="trash"
            disabled={isBusy}
            onClick={() => void finish(remove({ variables: { fieldMapId: map.id } }), 'devices.map.deleted')}
          >
            {t('devices.map.delete')}
          </Button>
        )}
        <Button type="submit" look="primary" disabled={isBusy}>
          {t('devices.map.save')}
        </Button>
      </div>
    </form>
  );
}

function valuesOf({ name, list, device, time, interval, numbers }: FieldMapsQuery['fieldMaps'][number]): MapValues {
  return {
    ...{ name, list, device, time, interval },
    numbers: numbers.map(({ path, metric, meaning, factor }) => ({ path, metric, meaning, factor })),
  };
}
