import { useQuery } from '@apollo/client/react';
import { screenFaces } from '@atrium/domain/actions/stop-and-go';
import { useState } from 'react';
import { languages, useLanguages, useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Table } from '../../ui/table/table.tsx';
import { formatDisplayNumber } from './display/figures.ts';
import { parseLimit } from './limit-cell.tsx';
import { type ScreenFragment, ScreenPlacesDocument, ScreensDocument } from './operations.generated.ts';
import { useScreenColumns } from './screen-columns.tsx';
import styles from './screens.module.css';
import { type ScreenChanges, useScreenChanges } from './use-screen-changes.ts';

/** Polling interval of the list, ms. */
const pollMs = 5000;

/** All screens the viewer may see, with their current state, the most urgent first. */
export function ScreensPage() {
  const { t } = useText();
  const { data, error } = useQuery(ScreensDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const [search, setSearch] = useState('');
  const [isNew, setNew] = useState(false);
  const mayCreate = mayDo(useViewer(), 'newStopAndGoScreen');
  const changes = useScreenChanges();
  const columns = useScreenColumns(changes);
  const screens = data?.allStopAndGoScreens;
  const shown = screens === undefined ? [] : inOrder(screens).filter(matching(search));
  return (
    <>
      <PageHeader
        title={t('stopAndGo.title')}
        actions={
          <>
            <input
              type="search"
              className={styles.search}
              placeholder={t('stopAndGo.find')}
              aria-label={t('stopAndGo.find')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {mayCreate && (
              <Button look="primary" onClick={() => setNew(true)}>
                {t('stopAndGo.new')}
              </Button>
            )}
          </>
        }
      />
      {screens !== undefined && screens.length > 0 && <Answer screens={screens} />}
      {screens === undefined && error !== undefined && <p className={styles.note}>{t('stopAndGo.failed')}</p>}
      {screens === undefined && error === undefined && <Loading className={styles.ghost} />}
      {screens?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('stopAndGo.empty')}</p>
          <p>{t('stopAndGo.emptyText')}</p>
        </div>
      )}
      {screens !== undefined && screens.length > 0 && (
        <>
          <div className={styles.list}>
            <Table
              look="list"
              className={styles.table}
              columns={columns}
              rows={shown}
              keyOf={({ id }) => id}
              rowProps={() => ({ className: styles.row })}
            />
          </div>
          <Foot screens={screens} />
        </>
      )}
      {isNew && <NewScreen changes={changes} onClose={() => setNew(false)} />}
    </>
  );
}

/** In the order of `screenFaces`: STOP, ask staff, GO, closed, no limit, off; then by name. */
const inOrder = (screens: readonly ScreenFragment[]) =>
  [...screens].sort(
    (a, b) => screenFaces.indexOf(a.face) - screenFaces.indexOf(b.face) || a.name.localeCompare(b.name) || a.id - b.id,
  );

const matching = (search: string) => {
  const wanted = search.trim().toLowerCase();
  return ({ name, site, event }: ScreenFragment) => `${name} ${site} ${event ?? ''}`.toLowerCase().includes(wanted);
};

function Answer({ screens }: { screens: readonly ScreenFragment[] }) {
  const { t, language } = useText();
  const count = (face: ScreenFragment['face']) =>
    formatDisplayNumber(language, screens.filter((screen) => screen.face === face).length);
  return (
    <p className={styles.answer}>
      {t('stopAndGo.answer', { stop: count('stop'), go: count('go'), ask: count('askStaff') })}
    </p>
  );
}

function Foot({ screens }: { screens: readonly ScreenFragment[] }) {
  const { t, language } = useText();
  const active = screens.filter(({ status }) => status === 'ACTIVE').length;
  return (
    <footer className={styles.foot}>
      <span>
        {t('stopAndGo.count', {
          count: formatDisplayNumber(language, screens.length),
          active: formatDisplayNumber(language, active),
        })}
      </span>
      <span>{t('stopAndGo.foot')}</span>
    </footer>
  );
}

/** Creates a screen for an event of a site, with an optional new limit. */
function NewScreen({ changes, onClose }: { changes: ScreenChanges; onClose: () => void }) {
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
