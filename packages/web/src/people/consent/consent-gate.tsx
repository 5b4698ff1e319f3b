import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { hasConsent, reopenConsent, useConsent } from './consent.ts';
import styles from './cookie-settings.module.css';
import type { UsageEvent } from './sinks.ts';

const Banner = lazyComponent(() => import('./consent-banner.tsx').then(({ loadBanner: openBanner }) => openBanner()));

/** Rendered once at the root: shows the banner until answered, and starts the sinks with consent. */
export function ConsentGate() {
  const { given, asks } = useConsent();
  const page = useRouterState({ select: (state): string => state.matches.at(-1)?.fullPath ?? '' });
  useEffect(() => {
    if (given) void reportEvent({ kind: 'session begins' });
  }, [given]);
  useEffect(() => {
    if (given && page !== '') void reportEvent({ kind: 'page viewed', page });
  }, [given, page]);
  return asks && <Banner />;
}

/** Button that reopens the consent banner after an answer. */
export function CookieSettings() {
  const { t } = useText();
  return (
    <button type="button" className={styles.link} onClick={reopenConsent}>
      {t('app.cookies')}
    </button>
  );
}

/** Reports a usage event, with consent only. The sinks' code loads with the first one. */
export async function reportEvent(event: UsageEvent): Promise<void> {
  if (!hasConsent()) return;
  const { report } = await import('./report.ts');
  await report(event);
}
