import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { languages, useLanguages, useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { SelectField } from '../../ui/fields/index.ts';
import { Button, TextField } from '../../ui/form/index.ts';
import { ScreenPlacesDocument } from '../screen/operations.generated.ts';
import { parseLimit } from './limit-cell.tsx';
import styles from './list.module.css';
import type { ScreenChanges } from './use-screen-changes.ts';

/** Creates a screen for an event of a site, with an optional new limit. */
export function NewScreen({ changes, onClose }: { changes: ScreenChanges; onClose: () => void }) {
  const { t, language: own } = useText();
  const { data } = useQuery(ScreenPlacesDocument, { fetchPolicy: 'cache-and-network' });
  const events = (data?.allInstallations ?? []).flatMap(({ name: site, events: own }) =>
    own.map(({ id, name, stopngo }) => ({ id: String(id), text: `${site} · ${name}`, limit: stopngo?.limit ?? null })),
  );
  const [name, setName] = useState('');
  const [eventId, setEventId] = useState('');
  const [limit, setLimit] = useState('');
  const [language, setLanguage] = useState<string>(own);
  const offered = useLanguages();
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const wanted = parseLimit(limit);
  const faults = {
    name: name.trim() === '' ? t('stopAndGo.form.needed') : null,
    eventId: eventId === '' ? t('stopAndGo.form.needed') : null,
    limit: limit.trim() !== '' && wanted === null ? t('stopAndGo.form.whole') : null,
  };
  const save = async () => {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== null)) return;
    setSaving(true);
    const input = { name, eventId: Number(eventId), language, ...(wanted !== null && { limit: wanted }) };
    const isDone = await changes.create(input);
    setSaving(false);
    if (isDone) onClose();
  };
  return (
    <Dialog title={t('stopAndGo.form.title')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('stopAndGo.form.name')}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTried ? faults.name : null}
        />
        <LongSelectField
          label={t('stopAndGo.form.event')}
          value={eventId}
          options={[{ value: '', text: '' }, ...events.map(({ id, text }) => ({ value: id, text }))]}
          onChange={(id) => {
            setEventId(id);
            setLimit(String(events.find((event) => event.id === id)?.limit ?? ''));
          }}
          error={isTried ? faults.eventId : null}
        />
        <TextField
          label={t('stopAndGo.form.limit')}
          inputMode="numeric"
          value={limit}
          onChange={(event) => setLimit(event.currentTarget.value)}
          error={isTried ? faults.limit : null}
        />
        {limit.trim() === '' && <p className={styles.hint}>{t('stopAndGo.form.limitHint')}</p>}
        <SelectField
          label={t('stopAndGo.form.language')}
          value={language}
          options={offered.map((code) => ({ value: code, text: languages[code].name, lang: code }))}
          onChange={setLanguage}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('stopAndGo.cancel')}</Button>
          <Button look="primary" type="submit" disabled={isSaving}>
            {t('stopAndGo.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
