import { useQuery } from '@apollo/client/react';
import { dateToWall, instantToDate, type LocalDate, parseTimeOfDay, wallToInstant } from '@atrium/domain/core';
import { formatClock, formatNumber, formatShortDay, formatSigned } from '@atrium/domain/core/format';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { type Detail, formatCount, formatOffset, type Place, type Sender, toPlaceKey } from './device-text.ts';
import styles from './devices.module.css';
import { PlacingAddsDocument } from './operations.generated.ts';
import type { DeviceChanges } from './use-device-changes.ts';
import { isTyping } from './use-next-by-key.ts';

interface AssignPreviewProps {
  readonly sender: Sender;
  readonly place: Place;
  readonly since: number;
  readonly use: string;
}

/** Maximum number of days listed individually. */
const maxNamedDays = 3;

/** Previews what assigning the device to this place would count. */
function AssignPreview({ sender, place, since, use }: AssignPreviewProps) {
  const text = useText();
  const { t, locale } = text;
  const { passageId, zoneId } = place;
  const { data } = useQuery(PlacingAddsDocument, {
    variables: { senderId: sender.id, passageId, zoneId, since },
    fetchPolicy: 'cache-and-network',
  });
  if (data === undefined) return null;
  const days = data.placingAdds;
  const readings = days.reduce((sum, day) => sum + day.readings, 0);
  return (
    <div className={styles.adds} role="status">
      <h3>{t('devices.adds')}</h3>
      {use === 'counter' && days.length > 0 && (
        <p>
          {t('devices.addsEntries', { site: place.site })}{' '}
          {days.slice(-maxNamedDays).map(({ date, entries }) => (
            <span key={date} className={styles.day}>
              {formatShortDay(date, text)} <strong>{formatSigned(entries, { locale, decimals: 0 })}</strong>
            </span>
          ))}
        </p>
      )}
      <p className={styles.note}>
        {readings === 0
          ? t('devices.addsNothing')
          : t('devices.addsReadings', { count: readings, readings: formatCount(readings, text) })}
      </p>
    </div>
  );
}

interface AssignProps {
  readonly detail: Detail;
  readonly changes: DeviceChanges;
  readonly onMap: () => void;
}

/** Date and time as typed, in the place's time zone. */
interface Since {
  readonly date: LocalDate | '';
  readonly time: string;
}

/** Returns the time of the earliest reading. */
const findFirstTime = ({ sender, packets }: Detail): number =>
  Math.min(sender.firstAt, ...packets.flatMap(({ readings }) => readings.map(({ at }) => at)));

/** Suggestions shown without a search. */
const maxSuggestions = 3;

/** What the device is, and one click to assign it to a place. */
export function AssignPanel({ detail, changes, onMap }: AssignProps) {
  const { t, dateFormat } = useText();
  const { sender, places, use } = detail;
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState<Since | null>(null);
  const wanted = search.trim().toLowerCase();
  const found =
    wanted === '' ? places : places.filter(({ name, site }) => `${name} ${site}`.toLowerCase().includes(wanted));
  const shown = found.slice(0, maxSuggestions);
  const [first] = shown;
  const [pointed, setPointed] = useState<string | null>(null);
  const preview = shown.find((place) => toPlaceKey(place) === pointed) ?? first;
  const begin = findFirstTime(detail);
  const timezone = preview?.timezone ?? sender.timezone;
  const shownSince = typed ?? { date: instantToDate(timezone, begin), time: formatClock(begin, timezone) };
  const sinceAt = (zone: string) => (typed === null ? begin : sinceOf(typed, zone));
  const since = sinceAt(timezone);
  const place = (one: Place) => {
    const from = sinceAt(one.timezone);
    if (from !== null) void changes.place(sender, one, from, one.occupied);
  };
  useEnter(first !== undefined && !first.occupied && sender.place === null ? () => place(first) : null);
  return (
    <section className={styles.card} aria-label={t('devices.understood')}>
      <Understood detail={detail} changes={changes} />
      {use === null ? (
        <div className={styles.block}>
          <p>{t('devices.mapText')}</p>
          <Button look="primary" onClick={onMap}>
            {t('devices.mapFields')}
          </Button>
        </div>
      ) : (
        <div className={styles.block}>
          <h2>{t('devices.where')}</h2>
          {sender.place !== null && <p className={styles.installed}>{t('devices.hangsAt', { place: sender.place })}</p>}
          {sender.canUndo && (
            <Button onClick={() => void changes.undo(sender)} disabled={changes.isBusy}>
              {t('devices.takeBack')}
            </Button>
          )}
          <p className={styles.note}>{t('devices.oneClick')}</p>
          <ul className={styles.places}>
            {shown.map((one, index) => (
              <li
                key={toPlaceKey(one)}
                data-first={index === 0 || undefined}
                onPointerEnter={() => setPointed(toPlaceKey(one))}
                onFocus={() => setPointed(toPlaceKey(one))}
              >
                <span className={styles.placeName}>
                  <strong>{one.name}</strong>
                  <span className={styles.note}>
                    {one.site} · {reasonOf(one, t)}
                  </span>
                </span>
                <Button
                  look={index === 0 ? 'primary' : 'plain'}
                  disabled={changes.isBusy || since === null}
                  onClick={() => place(one)}
                >
                  {t(one.occupied ? 'devices.replace' : 'devices.place')}
                </Button>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p className={styles.note}>{t('devices.noPlace')}</p>}
          <TextField
            label={t('devices.another')}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <div className={styles.pair}>
            <DateField
              label={t('devices.since')}
              name="since"
              value={shownSince.date}
              pattern={dateFormat}
              onChange={(date) => setTyped({ ...shownSince, date })}
            />
            <TextField
              label={t('devices.at')}
              type="time"
              value={shownSince.time}
              onChange={(event) => setTyped({ ...shownSince, time: event.currentTarget.value })}
            />
          </div>
          {preview !== undefined && since !== null && sender.place === null && (
            <AssignPreview sender={sender} place={preview} since={since} use={use} />
          )}
        </div>
      )}
    </section>
  );
}

function Understood({ detail, changes }: Pick<AssignProps, 'detail' | 'changes'>) {
  const { t, locale } = useText();
  const { sender, use, packets } = detail;
  const newest = packets.find(({ isUnderstood }) => isUnderstood);
  const wrong = packets.find(({ offsetSaid }) => offsetSaid !== null);
  const interval = newest?.readings.find((reading) => reading.interval > 0)?.interval ?? 0;
  const number = (metric: string) => {
    const found = newest?.readings.find((reading) => reading.metric === metric);
    return found === undefined ? '–' : formatNumber(found.value, { locale, decimals: 0 });
  };
  return (
    <div className={styles.block}>
      <h2>{t('devices.understood')}</h2>
      <dl className={styles.understood}>
        <dt>{t('devices.kind')}</dt>
        <dd>
          {t(`devices.use.${(use ?? 'none') as 'none'}`)}
          {interval >= 60 && ` ${t('devices.every', { minutes: Math.round(interval / 60) })}`}
        </dd>
        {use === 'counter' && (
          <>
            <dt>{t('devices.inOut')}</dt>
            <dd>
              {t('devices.inOutValues', { entered: number('affluenceIn'), left: number('affluenceOut') })}{' '}
              <button
                type="button"
                className={styles.link}
                disabled={changes.isBusy}
                onClick={() => void changes.swap(sender)}
              >
                {t('devices.swap')}
              </button>
            </dd>
          </>
        )}
        {wrong !== undefined && wrong.offsetReadAs !== null && wrong.offsetSaid !== null && (
          <>
            <dt>{t('devices.clock')}</dt>
            <dd>
              {t('devices.wrongOffset', {
                said: formatOffset(wrong.offsetSaid),
                readAs: formatOffset(wrong.offsetReadAs),
              })}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function reasonOf({ hasSameName, occupied }: Place, t: ReturnType<typeof useText>['t']): string {
  if (occupied) return t('devices.occupied');
  return hasSameName ? t('devices.sameName') : t('devices.free');
}

function sinceOf({ date, time }: Since, timezone: string): number | null {
  const minutes = parseTimeOfDay(time);
  return date === '' || minutes === null
    ? null
    : Math.min(Date.now(), wallToInstant(timezone, dateToWall(date, minutes)));
}

/** Enter accepts the first suggestion, unless the focused element handles Enter itself. */
function useEnter(act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return;
    const press = (event: KeyboardEvent) => {
      const on = event.target instanceof Element ? event.target : null;
      if (event.key === 'Enter' && !isTyping(event) && on?.closest('button, a, summary') == null) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [act]);
}
