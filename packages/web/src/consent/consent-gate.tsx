import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useConsent } from './consent.ts';
import { tell } from './tell.ts';

const Banner = lazy(() => import('./consent-banner.tsx').then(({ ConsentBanner }) => ({ default: ConsentBanner })));

/** Stands once at the root: the banner until it is answered, the sinks once it was accepted. */
export function ConsentGate() {
  const { given, answered } = useConsent();
  const page = useRouterState({ select: (state): string => state.matches.at(-1)?.fullPath ?? '' });
  useEffect(() => {
    if (given) void tell({ kind: 'session begins' });
  }, [given]);
  useEffect(() => {
    if (given && page !== '') void tell({ kind: 'page viewed', page });
  }, [given, page]);
  if (answered || window.self !== window.top) return null;
  return (
    <Suspense>
      <Banner />
    </Suspense>
  );
}
