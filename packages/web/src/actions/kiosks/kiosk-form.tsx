import { kioskMetrics, maxKioskMetrics, maxKioskPages } from '@atrium/domain/actions/kiosks';
import { useState } from 'react';
import { languages, type MessageId, useLanguages, useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './kiosks.module.css';
import type { KioskPlacesQuery, KioskRowFragment } from './operations.generated.ts';
import type { KioskChanges } from './use-kiosk-changes.ts';

type Places = KioskPlacesQuery['allInstallations'];

interface DraftPage {
  readonly installationId: number;
  readonly zoneId: number | null;
  /** Empty for a place without a metric. */
  readonly metrics: readonly string[];
}

interface KioskFormProps {
  /** null for a new one. */
  readonly kiosk: KioskRowFragment | null;
  readonly places: Places;
  readonly changes: KioskChanges;
  readonly onClose: () => void;
}

const usualSeconds = 30;
const [minSeconds, maxSeconds] = [5, 3600];

const newPage = (places: Places): DraftPage => ({
  installationId: places[0]?.id ?? 0,
  zoneId: null,
  metrics: ['inside', 'affluenceIn'],
});

/** Form of a kiosk: its playlist, how long each page is shown, and its language. */
export function KioskForm({ kiosk, places, changes, onClose }: KioskFormProps) {
  const { t, language: own } = useText();
  const offered = useLanguages();
  const [name, setName] = useState(kiosk?.name ?? '');
  const [seconds, setSeconds] = useState<number | null>(kiosk?.seconds ?? usualSeconds);
  const [language, setLanguage] = useState<string>(kiosk?.language ?? own);
  const [pages, setPages] = useState<readonly DraftPage[]>(
    kiosk?.pages.map(({ installationId, zoneId, metrics }) => ({
      installationId,
      zoneId: zoneId ?? null,
      metrics,
    })) ?? [newPage(places)],
  );
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isFine = seconds !== null && Number.isInteger(seconds) && seconds >= minSeconds && seconds <= maxSeconds;
  const save = async () => {
    setTried(true);
    if (name.trim() === '' || !isFine || pages.length === 0) return;
    setSaving(true);
    const input = { name, seconds, language, pages: pages.map((page) => ({ ...page, metrics: [...page.metrics] })) };
    const isDone = await changes.save(kiosk?.id ?? null, input);
    setSaving(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={kiosk?.name ?? t('kiosks.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={isSaving} onClick={() => void save()}>
            {t('kiosks.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField
          label={t('kiosks.name')}
          maxLength={80}
          value={name}
          error={isTried && name.trim() === '' ? t('kiosks.needed') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberField
          label={t('kiosks.seconds')}
          value={seconds}
          error={isTried && !isFine ? t('kiosks.range', { min: minSeconds, max: maxSeconds }) : undefined}
          onChange={setSeconds}
        />
        <SelectField
          label={t('kiosks.language')}
          value={language}
          options={offered.map((code) => ({ value: code, text: languages[code].name, lang: code }))}
          onChange={setLanguage}
        />
        {pages.map((page, index) => (
          <PageFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a page being edited keeps its index
            key={index}
            page={page}
            number={index + 1}
            places={places}
            onChange={(next) => setPages(pages.with(index, next))}
            onRemove={pages.length === 1 ? null : () => setPages(pages.filter((_, at) => at !== index))}
          />
        ))}
        {pages.length < maxKioskPages && (
          <Button look="quiet" icon="plus" onClick={() => setPages([...pages, newPage(places)])}>
            {t('kiosks.addPage')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface PageFieldsProps {
  readonly page: DraftPage;
  readonly number: number;
  readonly places: Places;
  readonly onChange: (page: DraftPage) => void;
  /** null for the only page. */
  readonly onRemove: (() => void) | null;
}

/** Site, zone and up to four metrics of a page. */
function PageFields({ page, number, places, onChange, onRemove }: PageFieldsProps) {
  const { t } = useText();
  const site = places.find(({ id }) => id === page.installationId);
  const metrics = kioskMetrics().map(({ id }) => ({ value: id, text: t(`metric.${id}` as MessageId) }));
  const setMetric = (index: number, id: string) => {
    const next = id === '' ? page.metrics.filter((_, at) => at !== index) : [...page.metrics];
    if (id !== '') next[index] = id;
    onChange({ ...page, metrics: [...new Set(next)] });
  };
  const slots = Math.min(maxKioskMetrics, page.metrics.length + 1);
  return (
    <fieldset className={styles.page}>
      <legend>{t('kiosks.page', { number })}</legend>
      <LongSelectField
        label={t('kiosks.site')}
        value={String(page.installationId)}
        options={places.map(({ id, name }) => ({ value: String(id), text: name }))}
        onChange={(value) => onChange({ ...page, installationId: Number(value), zoneId: null })}
      />
      <LongSelectField
        label={t('kiosks.zone')}
        value={String(page.zoneId ?? '')}
        options={[
          { value: '', text: t('kiosks.wholeSite') },
          ...(site?.zones ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        onChange={(value) => onChange({ ...page, zoneId: value === '' ? null : Number(value) })}
      />
      {Array.from({ length: slots }, (_, index) => (
        <LongSelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its index
          key={index}
          label={t('kiosks.metric', { number: index + 1 })}
          value={page.metrics[index] ?? ''}
          options={[
            ...(page.metrics.length > 1 || index > 0 ? [{ value: '', text: t('kiosks.noMetric') }] : []),
            ...metrics,
          ]}
          onChange={(id) => setMetric(index, id)}
        />
      ))}
      {onRemove !== null && <IconButton icon="trash" label={t('kiosks.removePage', { number })} onClick={onRemove} />}
    </fieldset>
  );
}
