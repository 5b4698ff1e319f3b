import { instantToDate } from '@atrium/domain/core';
import type { SiteDeclaration, NewDevice as Wanted } from '@atrium/domain/setup/site-files';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select-field.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { buildPlaceOptions, parsePlace } from './device-fields.tsx';
import { buildMetricOptions } from './meter-fields.tsx';
import styles from './places.module.css';

const kinds = ['pad', 'atmosphere', 'meter', 'camera'] as const;

/** A new device: its serial, and where it is installed since when. */
export function NewDevice({
  site,
  onClose,
  onAdd,
}: {
  site: SiteDeclaration;
  onClose: () => void;
  onAdd: (device: Wanted) => void;
}) {
  const { t, dateFormat } = useText();
  const places = buildPlaceOptions(site);
  const [serial, setSerial] = useState('');
  const [kind, setKind] = useState<Wanted['kind']>('pad');
  const [metric, setMetric] = useState('');
  const [place, setPlace] = useState(places[0]?.value ?? '');
  const [since, setSince] = useState(instantToDate(site.timezone, Date.now()));
  const [interval, setInterval] = useState<number | null>(60);
  const [tried, setTried] = useState(false);
  const isTaken = site.devices.some((device) => device.serial === serial.trim());
  const isMeasuring = kind !== 'meter' || metric !== '';
  const isGood = serial.trim() !== '' && !isTaken && isMeasuring && interval !== null && interval > 0;
  function add() {
    setTried(true);
    if (!isGood) return;
    const at = parsePlace(place);
    const measured = { kind, metric: kind === 'meter' ? metric : null, interval: interval ?? 60 };
    onAdd({ serial: serial.trim(), name: '', ...measured, at, since: since === '' ? null : since });
  }
  return (
    <Dialog
      title={t('setUp.addDevice')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" onClick={add}>
            {t('setUp.add')}
          </Button>
        </>
      }
    >
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={t('setUp.serial')}
          name="serial"
          autoComplete="off"
          value={serial}
          error={tried && (serial.trim() === '' || isTaken) ? t('setUp.fault.serial') : null}
          onChange={({ currentTarget: { value } }) => setSerial(value)}
        />
        <SelectField
          label={t('setUp.field.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, text: t(`setUp.kinds.${value}`) }))}
          onChange={(value) => setKind(value as Wanted['kind'])}
        />
        {kind === 'meter' && (
          <SelectField
            label={t('setUp.field.measures')}
            value={metric}
            error={tried && metric === '' ? t('setUp.fault.metric') : null}
            options={[{ value: '', text: '–' }, ...buildMetricOptions(t)]}
            onChange={setMetric}
          />
        )}
        <LongSelectField label={t('setUp.hangsAt')} value={place} options={places} onChange={setPlace} />
        <DateField label={t('setUp.since')} name="since" value={since} pattern={dateFormat} onChange={setSince} />
        <NumberField
          label={t('setUp.field.interval')}
          name="interval"
          value={interval}
          unit="s"
          onChange={setInterval}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
