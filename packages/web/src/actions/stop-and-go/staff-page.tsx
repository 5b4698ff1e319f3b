import { useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { formatClock } from '@atrium/domain/core/format';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { formatDisplayNumber, formatWhen } from './display/figures.ts';
import {
  CorrectInsideDocument,
  ScreenDetailsDocument,
  type ScreenDetailsQuery,
  ScreenLiveDocument,
  WithdrawCorrectionDocument,
} from './operations.generated.ts';
import styles from './staff.module.css';
import { signs } from './thumbnail.tsx';
import { formatRefusal } from './use-screen-changes.ts';

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

/** Polling interval of details without events, ms. */
const pollMs = 15_000;
/** Time in which a correction can be undone, ms; the server's limit for its author. */
const undoMs = 600_000;

type Details = ScreenDetailsQuery['stopAndGoScreenById'];

/** One screen for staff with a phone: its state, and a form to correct the count. */
export function StaffPage() {
  const { t } = useText();
  const { screenId } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(ScreenDetailsDocument, {
    variables: { screenId: Number(screenId) },
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  const details = data?.stopAndGoScreenById;
  usePageName(details?.screen.name ?? null);
  const token = details?.screen.path.split('/').pop();
  useSubscription(ScreenLiveDocument, {
    variables: { token: token ?? '' },
    skip: token === undefined,
    onData: () => void retryQuery(refetch),
  });
  return (
    <div className={styles.page}>
      <PageHeader title={details === undefined ? '' : `${details.screen.site}, ${details.screen.name}`} />
      <p className={styles.back}>
        <Link to="/stop-n-go">{t('stopAndGo.back')}</Link>
      </p>
      {details === undefined && error !== undefined && <p>{t('stopAndGo.failed')}</p>}
      {details === undefined && error === undefined && <Loading className={styles.ghost} />}
      {details !== undefined && (
        <>
          <ScreenCard details={details} />
          <CorrectForm details={details} onDone={() => void retryQuery(refetch)} />
          <Corrections details={details} onDone={() => void retryQuery(refetch)} />
        </>
      )}
    </div>
  );
}

function ScreenCard({ details: { screen, counted, cameIn, wentOut } }: { details: Details }) {
  const { t, language } = useText();
  const { face, inside, limit, placesLeft, fullAt, until, timezone, silentSince, lastInside, at } = screen;
  const count = (value: number | null) => (value === null ? '–' : formatDisplayNumber(language, value));
  const over = face === 'stop' ? (inside ?? 0) - (limit ?? 0) : 0;
  const isClosed = face === 'closed';
  const when =
    until === null ? null : isClosed ? formatWhen(language, timezone, until, at) : formatClock(until, timezone);
  return (
    <section className={styles.card} data-face={face}>
      <div className={styles.cardHead}>
        <h2 className={styles.sign}>{face === 'stop' || face === 'go' ? signs[face] : t(`stopAndGo.${face}`)}</h2>
        {over > 0 && <span>{t('stopAndGo.over', { count: count(over) })}</span>}
        <a href={screen.path} target="_blank" rel="noreferrer">
          {t('stopAndGo.screen')}
        </a>
      </div>
      <div className={styles.figures}>
        <span>
          <span className={styles.label}>{t('stopAndGo.placesLeft')}</span>
          <strong className={styles.figure}>{count(face === 'askStaff' ? null : placesLeft)}</strong>
        </span>
        <span>
          <span className={styles.label}>{t('stopAndGo.inside')}</span>
          <strong className={styles.figure}>{count(face === 'askStaff' ? null : inside)}</strong>
          {limit !== null && <span>{t('stopAndGo.of', { limit: count(limit) })}</span>}
        </span>
      </div>
      <p className={styles.cardFoot}>
        <span>{t('stopAndGo.inOut', { in: count(cameIn), out: count(wentOut) })}</span>
        {counted !== null && counted !== inside && <span>{t('stopAndGo.counted', { count: count(counted) })}</span>}
        {silentSince !== null && lastInside !== null && (
          <span>{t('stopAndGo.lastAt', { count: count(lastInside), time: formatClock(silentSince, timezone) })}</span>
        )}
        {fullAt !== null && <span>{t('stopAndGo.fullAt', { time: formatClock(fullAt, timezone) })}</span>}
        {when !== null && <span>{t(isClosed ? 'stopAndGo.opens' : 'stopAndGo.openUntil', { when })}</span>}
      </p>
    </section>
  );
}

function Corrections({ details: { corrections, screen }, onDone }: { details: Details; onDone: () => void }) {
  const { t, language } = useText();
  const [withdraw, { loading }] = useMutation(WithdrawCorrectionDocument);
  if (corrections.length === 0) return null;
  const undo = (correctionId: number) =>
    withdraw({ variables: { correctionId } }).then(
      () => {
        showToast('success', t('stopAndGo.toast.undone'));
        onDone();
      },
      (error: unknown) => showToast('error', formatRefusal(error, t)),
    );
  return (
    <section className={styles.list}>
      <h2>{t('stopAndGo.correctedToday')}</h2>
      <ul>
        {corrections.map(({ id, at, value, note, by, isOwn }) => (
          <li key={id}>
            <time>{formatClock(at, screen.timezone)}</time>
            <span>
              <strong>{t('stopAndGo.setTo', { count: formatDisplayNumber(language, value) })}</strong> {'·'} {note}
            </span>
            <span>{by}</span>
            {isOwn && screen.at - at < undoMs && (
              <button type="button" className={styles.undo} disabled={loading} onClick={() => void undo(id)}>
                {t('stopAndGo.undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
