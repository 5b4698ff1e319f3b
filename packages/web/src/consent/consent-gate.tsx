import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { latePart } from '../ui/loading/index.ts';
import { useConsent } from './consent.ts';
import { tell } from './tell.ts';

const Banner = latePart(() => import('./consent-banner.tsx').then(({ openBanner }) => openBanner()));

/** Rendered once at the root: shows the banner until answered, and starts the sinks with consent. */
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
