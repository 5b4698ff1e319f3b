import { formatClock, formatNumber } from '@atrium/domain/core/format';
import { findWholeIntervals } from '@atrium/domain/setup/manual-counts';
import { useEffect, useState } from 'react';
import { isolateText, useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { CountedPassage } from './current-count.ts';
import { type CountDirection, type CurrentCount, countTaps } from './current-count.ts';
import styles from './manual-counts.module.css';
import type { Counting } from './use-current-count.ts';

interface ScreenProps {
  readonly counting: Counting;
  readonly count: CurrentCount;
  readonly passage: CountedPassage;
  readonly timezone: string;
}

/** Screen for counting at a door: a button per direction, the clock, and undo. */
export function CountingScreen({ counting, count, passage, timezone }: ScreenProps) {
  const { t } = useText();
  const [isLeaving, setLeaving] = useState(false);
  const isOver = count.finishedAt !== null;
  useWakeLock(!isOver);
  return (
    <section className={styles.counting} aria-label={passage.name}>
      <header className={styles.countingHead}>
        <h2>{passage.name}</h2>
        <Clock count={count} />
      </header>
      <Minutes count={count} interval={passage.interval} timezone={timezone} />
      {isOver ? (
        <p className={styles.kept} role="status">
          {t('setUp.count.kept', { people: count.taps.length })}
        </p>
      ) : (
        <div className={styles.ways}>
          <DirectionButton way="along" place={passage.to} count={count} onTap={counting.tap} />
          <DirectionButton way="against" place={passage.from} count={count} onTap={counting.tap} />
        </div>
      )}
      <div className={styles.foot}>
        {!isOver && (
          <Button large icon="undo" disabled={count.taps.length === 0} onClick={counting.undo}>
            {t('setUp.count.undo')}
          </Button>
        )}
        <Button large look="quiet" onClick={() => setLeaving(true)}>
          {t('setUp.count.discard')}
        </Button>
        <Button
          large
          look="primary"
          aria-busy={counting.isSaving}
          disabled={counting.isSaving}
          onClick={isOver ? counting.save : counting.finish}
        >
          {t(isOver ? 'setUp.count.save' : 'setUp.count.finish')}
        </Button>
      </div>
      {isLeaving && (
        <Dialog
          title={t('setUp.count.discardAsk', { people: count.taps.length })}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>{t('app.cancel')}</Button>
              <Button look="primary" onClick={counting.discard}>
                {t('setUp.count.discard')}
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}

interface WayProps {
  readonly way: CountDirection;
  /** Where the direction leads; null is outside. */
  readonly place: string | null;
  readonly count: CurrentCount;
  readonly onTap: (way: CountDirection) => void;
}

function DirectionButton({ way, place, count, onTap }: WayProps) {
  const { t, locale } = useText();
  const people = countTaps(count, way).length;
  return (
    <button
      type="button"
      className={styles.way}
      data-way={way}
      onClick={() => {
        navigator.vibrate?.(12);
        onTap(way);
      }}
    >
      <span className={styles.wayPlace}>
        {t('setUp.count.to', { place: isolateText(place ?? t('setUp.outside')) })}
      </span>
      <span className={styles.wayPeople}>{formatNumber(people, { locale, decimals: 0 })}</span>
    </button>
  );
}

/** Duration of the count. */
function Clock({ count }: { count: CurrentCount }) {
  const now = useNow(500);
  const seconds = Math.max(0, Math.floor(((count.finishedAt ?? now) - count.startedAt) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className={styles.clock} dir="ltr" role="timer">
      {`${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`}
    </span>
  );
}

/** Minutes that will be compared, and how long to stay for them. */
function Minutes({ count, interval, timezone }: Pick<ScreenProps, 'count' | 'timezone'> & { interval: number | null }) {
  const { t } = useText();
  const now = useNow(1000);
  if (interval === null) return <p className={styles.minutes}>{t('setUp.count.noSensor')}</p>;
  const { startedAt, finishedAt } = count;
  const compared = findWholeIntervals({ from: startedAt, to: finishedAt ?? now }, interval);
  const clock = (at: number) => formatClock(at, timezone);
  if (compared !== null)
    return (
      <p className={styles.minutes}>
        {t('setUp.count.compared', { from: clock(compared.from), to: clock(compared.to) })}
      </p>
    );
  const least = (Math.ceil(startedAt / (interval * 1000)) + 1) * interval * 1000;
  return (
    <p className={styles.minutes}>
      {t(finishedAt === null ? 'setUp.count.stay' : 'setUp.count.tooShort', { time: clock(least) })}
    </p>
  );
}

/** Keeps the screen on while counting, if the browser can. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (isOver) void taken.release();
          else lock = taken;
        },
        // Ignored: a phone in power saving mode may refuse.
        () => {},
      );
    };
    take();
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, [isWanted]);
}
