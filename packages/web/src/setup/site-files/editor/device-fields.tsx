import { instantToDate } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import { metrics } from '@atrium/domain/numbers';
import { descriptorValues, sendableMetrics } from '@atrium/domain/numbers/readings';
import {
  addRest,
  changeDevice,
  changePlacementStart,
  type DeclaredDevice,
  type DeclaredPlacement,
  findOpenPeriod,
  flattenTree,
  isInService,
  listSubMeters,
  meterMetrics,
  meterWords,
  type Place,
  placeSince,
  removeDevice,
  type SiteDeclaration,
  type NewDevice as Wanted,
} from '@atrium/domain/setup/site-files';
import { type CounterKind, counterKinds } from '@atrium/domain/sites';
import { useState } from 'react';
import { isolateText, type MessageId, type Translate, useText } from '../../../i18n/index.ts';
import { getMetricName } from '../../../pages/words/section-texts.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MemberFields } from './member-fields.tsx';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';

/** Metrics that a meter's register can count. */
const measured = metrics.filter(({ id }) => sendableMetrics.get(id)?.kind === 'counter');

/** Returns these metrics as options of a select. */
const buildMetricOptions = (t: Translate) =>
  measured.map((metric) => ({ value: metric.id, text: getMetricName(metric, t) }));

/** Clears the details that belong to another metric. */
const noDetails = { origin: null, destination: null, use: null, type: null, temperature: null } as const;

/** What a meter measures and sends, and where its register wraps around. */
function MeterFields({ editing, meter }: { readonly editing: Editing; readonly meter: DeclaredDevice }) {
  const { t } = useText();
  const { site, change } = editing;
  const { serial } = meter;
  const sends = meter.sends ?? 'register';
  const set = (fields: Partial<DeclaredDevice>, about?: string) => change(changeDevice(site, serial, fields), about);
  return (
    <>
      <SelectField
        label={t('setUp.field.measures')}
        value={meter.metric ?? ''}
        options={buildMetricOptions(t)}
        onChange={(metric) => set({ ...noDetails, metric })}
      />
      {meterWords.map((word) => {
        const descriptor = meterMetrics[meter.metric ?? '']?.[word];
        const values = descriptor === undefined ? [] : descriptorValues[descriptor];
        if (values === 'wholeNumber' || values.length === 0) return null;
        return (
          <SelectField
            key={word}
            label={t(`setUp.meter.${word}`)}
            value={meter[word] ?? ''}
            options={[
              { value: '', text: t('setUp.meter.unsaid') },
              ...values.map((value) => ({ value, text: t(`descriptor.${value}` as MessageId) })),
            ]}
            onChange={(value) => set({ [word]: value === '' ? null : value })}
          />
        );
      })}
      {meter.members.length === 0 && (
        <div>
          <SelectField
            label={t('setUp.meter.sends')}
            value={sends}
            options={counterKinds.map((value) => ({ value, text: t(`setUp.meter.sends.${value}`) }))}
            onChange={(value) => set({ sends: value as CounterKind })}
          />
          <p className={styles.hint}>{t('setUp.meter.sendsText')}</p>
        </div>
      )}
      {meter.members.length === 0 && (
        <div>
          <Checkbox
            label={t('setUp.meter.main')}
            checked={meter.main ?? false}
            onChange={({ currentTarget: { checked } }) => set({ main: checked })}
          />
          <p className={styles.hint}>{t('setUp.meter.mainText')}</p>
        </div>
      )}
      {sends === 'register' && meter.members.length === 0 && (
        <NumberField
          label={t('setUp.meter.rollover')}
          name="device-rollover"
          step={0.001}
          value={meter.rollover}
          onChange={(rollover) => set({ rollover }, `device ${serial} rollover`)}
        />
      )}
    </>
  );
}

/** One device: where it is installed and since when, and its earlier places. */
export function DeviceFields({ editing, serial, onGone }: { editing: Editing; serial: string; onGone: () => void }) {
  const text = useText();
  const { t, dateFormat } = text;
  const { site, stored, change } = editing;
  const problem = useProblems(editing);
  const index = site.devices.findIndex((device) => device.serial === serial);
  const device = site.devices[index];
  if (device === undefined) return null;
  const now = findOpenPeriod(device.placements);
  const today = instantToDate(site.timezone, Date.now());
  const before = device.placements.filter((placement) => placement !== now);
  const wasNow = findOpenPeriod(stored.devices.find((one) => one.serial === serial)?.placements ?? []);
  const written = (date: string) => formatDate(date.slice(0, 10), text);
  const wasStored = stored.devices.some((one) => one.serial === serial);
  const subMeters = listSubMeters(site, device);
  return (
    <div className={styles.fields}>
      <p className={styles.hint}>
        {t(`setUp.kinds.${device.kind}`)} · <bdi>{serial}</bdi>
      </p>
      <TextField
        label={t('setUp.field.name')}
        name="device-name"
        autoComplete="off"
        value={device.name}
        error={problem('devices', index, 'name') ?? problem('devices', index, 'serial')}
        onChange={({ currentTarget: { value } }) =>
          change(changeDevice(site, serial, { name: value }), `device ${serial} name`)
        }
      />
      <LongSelectField
        label={t('setUp.hangsAt')}
        value={now === null ? '' : choiceOf(now)}
        options={[...(now === null ? [{ value: '', text: t('setUp.nowhere') }] : []), ...buildPlaceOptions(site)]}
        onChange={(value) => {
          const at = parsePlace(value);
          if (at !== null)
            change(placeSince(site, serial, at, wasStored ? today : (now?.validFrom?.slice(0, 10) ?? null)));
        }}
      />
      {now !== null && (
        <DateField
          label={t('setUp.since')}
          name="device-since"
          value={now.validFrom?.slice(0, 10) ?? ''}
          pattern={dateFormat}
          max={today}
          onChange={(since) =>
            change(changePlacementStart(site, serial, since === '' ? null : since), `device ${serial} since`)
          }
        />
      )}
      {wasNow !== null && now !== null && wasNow.validFrom !== now.validFrom && (
        <p className={styles.hint}>
          {t('setUp.was', { date: wasNow.validFrom === null ? t('setUp.always') : written(wasNow.validFrom) })}
        </p>
      )}
      {problem('devices', index, 'placements') !== null && (
        <p className={styles.problem}>{problem('devices', index, 'placements')}</p>
      )}
      {device.members.length === 0 && (
        <NumberField
          label={t('setUp.field.interval')}
          name="device-interval"
          value={device.interval}
          unit="s"
          error={problem('devices', index, 'interval') ?? undefined}
          onChange={(interval) =>
            interval !== null && change(changeDevice(site, serial, { interval }), `device ${serial} interval`)
          }
        />
      )}
      {device.metric !== null && <MeterFields editing={editing} meter={device} />}
      {device.members.length > 0 && (
        <MemberFields editing={editing} device={device} problem={problem('devices', index, 'members')} />
      )}
      {subMeters.length > 0 && (
        <div>
          <Button
            icon="plus"
            onClick={() => change(addRest(site, device, t('setUp.members.restName', { meter: device.name })))}
          >
            {t('setUp.members.rest')}
          </Button>
          <p className={styles.hint}>
            {t('setUp.members.restText', { meters: isolateText(subMeters.map(({ name }) => name).join(', ')) })}
          </p>
        </div>
      )}
      <DateField
        label={t('setUp.field.installedAt')}
        name="device-installed"
        value={device.installedAt?.slice(0, 10) ?? ''}
        pattern={dateFormat}
        max={today}
        onChange={(date) =>
          change(changeDevice(site, serial, { installedAt: date === '' ? null : date }), `device ${serial} installed`)
        }
      />
      {device.kind !== 'meter' && (
        <div>
          <Checkbox
            label={t('setUp.reportsZero')}
            checked={device.reportsZero}
            onChange={({ currentTarget: { checked } }) => change(changeDevice(site, serial, { reportsZero: checked }))}
          />
          <p className={styles.hint}>{t('setUp.reportsZeroText')}</p>
        </div>
      )}
      {before.length > 0 && (
        <div>
          <h3 className={styles.label}>{t('setUp.hungBefore')}</h3>
          <ul>
            {before.map((placement) => (
              <li key={`${choiceOf(placement)} ${placement.validFrom}`} className={styles.past}>
                <span>{nameOf(editing, placement)}</span>
                <bdi>
                  {placement.validFrom === null ? '…' : written(placement.validFrom)} –{' '}
                  {placement.validTo === null ? '…' : written(placement.validTo)}
                </bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button
          icon="trash"
          onClick={() => {
            change(removeDevice(site, serial, wasStored, today));
            onGone();
          }}
        >
          {t('setUp.remove')}
        </Button>
      </div>
    </div>
  );
}

const choiceOf = ({ passage, zone }: DeclaredPlacement) => (passage === null ? `zone ${zone}` : `passage ${passage}`);

function nameOf({ site }: Editing, { installation, passage, zone }: DeclaredPlacement): string {
  const key = passage ?? zone ?? '';
  if (installation !== null) return `${installation}/${key}`;
  const list: readonly { readonly key: string; readonly name: string }[] =
    passage === null ? site.zones : site.passages;
  return list.find((one) => one.key === key)?.name ?? key;
}

/** Returns the places where devices can be installed as options, doors first. */
function buildPlaceOptions(site: SiteDeclaration): { readonly value: string; readonly text: string }[] {
  return [
    ...site.passages.filter(isInService).map(({ key, name }) => ({ value: `passage ${key}`, text: name })),
    ...flattenTree(site.zones).map(({ zone }) => ({ value: `zone ${zone.key}`, text: zone.name })),
  ];
}

function parsePlace(value: string): Place | null {
  const [kind, key] = value.split(' ');
  if (key === undefined) return null;
  return kind === 'passage' ? { passage: key } : { zone: key };
}

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
  const [isVirtual, setVirtual] = useState(false);
  const [tried, setTried] = useState(false);
  const isTaken = site.devices.some((device) => device.serial === serial.trim());
  const isMeasuring = kind !== 'meter' || metric !== '';
  const first = site.devices.find((one) => isInService(one) && one.metric === metric && one.members.length === 0);
  const canBeVirtual = kind === 'meter' && first !== undefined;
  const isGood = serial.trim() !== '' && !isTaken && isMeasuring && interval !== null && interval > 0;
  function add() {
    setTried(true);
    if (!isGood) return;
    const at = parsePlace(place);
    const members = { members: [{ serial: first?.serial ?? '', factor: 1, validFrom: null, validTo: null }] };
    const measured = {
      kind,
      metric: kind === 'meter' ? metric : null,
      interval: interval ?? 60,
      ...(isVirtual && canBeVirtual && members),
    };
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
        {canBeVirtual && (
          <Checkbox
            label={t('setUp.members.virtual')}
            checked={isVirtual}
            onChange={({ currentTarget: { checked } }) => setVirtual(checked)}
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
