import type { Instant } from '@atrium/domain/core';
import { useEffect, useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { ask, session } from '../session/index.ts';
import { formatCountdown } from './format-countdown.ts';
import { EndViewAsDocument } from './operations.generated.ts';
import styles from './view-as-bar.module.css';

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
