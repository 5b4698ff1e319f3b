import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { formatDisplayNumber } from './display/figures.ts';
import { CorrectInsideDocument, type ScreenDetailsQuery } from './operations.generated.ts';
import styles from './staff.module.css';
import { formatRefusal } from './use-screen-changes.ts';

type Details = ScreenDetailsQuery['stopAndGoScreenById'];

const maxPeople = 1_000_000;
const minNoteLength = 3;
const steps = [-10, -1, 1, 10] as const;

/**
 * Corrects the number of people inside. New counts update the sentence while the user types, but never the typed
 * number.
 */
export function CorrectForm({ details: { zones, screen }, onDone }: { details: Details; onDone: () => void }) {
  const { t, language } = useText();
  const [correct, { loading }] = useMutation(CorrectInsideDocument);
  const [zoneId, setZoneId] = useState(zones[0]?.id ?? 0);
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const zone = zones.find(({ id }) => id === zoneId);
  if (zone === undefined) return null;
  // Uses the same number as the card above if the site has a single zone.
  const inside = zones.length === 1 ? (screen.inside ?? zone.inside) : zone.inside;
  const counted = inside ?? 0;
  const text = typed ?? String(counted);
  const value = /^\d{1,7}$/.test(text.trim()) ? Math.min(maxPeople, Number(text)) : null;
  const change = (value ?? counted) - counted;
  const isShort = note.trim().length < minNoteLength;
  const canSave = value !== null && (change !== 0 || inside === null);
  const add = (by: number) => setTyped(String(Math.max(0, Math.min(maxPeople, (value ?? counted) + by))));
  const save = async () => {
    setTried(true);
    if (!canSave || isShort) return;
    try {
      await correct({ variables: { zoneId, value, note } });
    } catch (error) {
      showToast('error', formatRefusal(error, t));
      return;
    }
    showToast('success', t('stopAndGo.toast.corrected'));
    setTyped(null);
    setNote('');
    setTried(false);
    onDone();
  };
  const people = (count: number) => formatDisplayNumber(language, count);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{t('stopAndGo.correct')}</h2>
      {zones.length > 1 && (
        <LongSelectField
          label={t('stopAndGo.zone')}
          value={String(zoneId)}
          options={zones.map(({ id, name }) => ({ value: String(id), text: name }))}
          onChange={(id) => {
            setZoneId(Number(id));
            setTyped(null);
          }}
        />
      )}
      <div className={styles.stepper}>
        <button type="button" aria-label={t('stopAndGo.minus')} onClick={() => add(-1)}>
          {'−'}
        </button>
        <TextField
          label={t('stopAndGo.insideNow')}
          aside={zones.length > 1 ? undefined : t('stopAndGo.wholeSite')}
          inputMode="numeric"
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={value === null ? t('stopAndGo.form.whole') : null}
        />
        <button type="button" aria-label={t('stopAndGo.plus')} onClick={() => add(1)}>
          {'+'}
        </button>
      </div>
      <p className={styles.sentence} aria-live="polite">
        {inside !== null && t('stopAndGo.says', { count: people(counted) })}{' '}
        {inside !== null && change === 0 && t('stopAndGo.same')}
        {change < 0 && t('stopAndGo.lower', { count: people(-change) })}
        {change > 0 && t('stopAndGo.higher', { count: people(change) })}{' '}
        {change !== 0 &&
          zones.length === 1 &&
          screen.limit !== null &&
          t('stopAndGo.left', { count: people(Math.max(0, screen.limit - (value ?? counted))) })}
      </p>
      <div className={styles.steps}>
        {steps.map((by) => (
          <Button key={by} onClick={() => add(by)}>
            <bdi dir="ltr">{by < 0 ? `−${-by}` : `+${by}`}</bdi>
          </Button>
        ))}
      </div>
      <TextField
        label={t('stopAndGo.note')}
        aside={t('stopAndGo.noteAside')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={isTried && isShort ? t('stopAndGo.noteShort') : null}
      />
      <Button look="primary" type="submit" disabled={!canSave || loading}>
        {t('stopAndGo.set', { count: people(value ?? counted) })}
      </Button>
    </form>
  );
}
