import type { Instant } from '@atrium/domain/core';
import { useEffect, useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { ask, session } from '../session/index.ts';
import { EndViewAsDocument } from './operations.generated.ts';
import styles from './view-as-bar.module.css';

const minute = 60_000;

/** Formats the time left (ms) as hours and minutes, or as minutes and seconds in the last hour. Rounds up. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds * 1000 < 60 * minute) return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** Shows whom the administrator views as, the time left and a button to stop. Goes to the sign-in page at the end. */
export function ViewAsBar({ name, ends }: { name: string; ends: Instant }) {
  const { t } = useText();
  const left = useTimeLeft(ends);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (left <= 0) session.end('view-as over');
  }, [left]);

  async function end() {
    if (isBusy) return;
    setBusy(true);
    await ask(EndViewAsDocument, {}, session.token() ?? '').catch(() => undefined);
    await session.leave();
  }

  return (
    <section className={styles.bar} aria-label={t('viewAs.bar.label')}>
      <Icon name="eye" />
      <p className={styles.text}>{t('viewAs.bar', { name: isolateText(name) })}</p>
      <p className={styles.time} role="timer">
        {t('viewAs.bar.left', { time: formatCountdown(left) })}
      </p>
      <button type="button" className={styles.end} aria-disabled={isBusy} onClick={() => void end()}>
        {t('viewAs.bar.end')}
      </button>
    </section>
  );
}

/** Returns the ms left by the clock, because background tabs tick rarely. */
function useTimeLeft(ends: Instant): number {
  const [left, setLeft] = useState(() => ends - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(ends - Date.now()), 500);
    return () => clearInterval(timer);
  }, [ends]);
  return left;
}
