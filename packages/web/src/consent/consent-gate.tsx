import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { latePart } from '../ui/loading/index.ts';
import { useConsent } from './consent.ts';
import { tell } from './tell.ts';

const Banner = latePart(() => import('./consent-banner.tsx').then(({ openBanner }) => openBanner()));

/** Stands once at the root: the banner until it is answered, the sinks once it was accepted. */
export function ConsentGate() {
  const { given, asks } = useConsent();
  const page = useRouterState({ select: (state): string => state.matches.at(-1)?.fullPath ?? '' });
  useEffect(() => {
    if (given) void tell({ kind: 'session begins' });
  }, [given]);
  useEffect(() => {
    if (given && page !== '') void tell({ kind: 'page viewed', page });
  }, [given, page]);
  return asks && <Banner />;
}
