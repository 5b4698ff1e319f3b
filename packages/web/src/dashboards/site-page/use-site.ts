import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { retryQuery } from '../../answers/index.ts';
import { CountingSiteDocument } from './operations.generated.ts';
import { type Site, toSite } from './site.ts';

export type SiteState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'ready'; readonly site: Site };

/** Loads a site, once for all its pages. */
export function useSite(installationId: number): SiteState {
  const { data, error, refetch } = useQuery(CountingSiteDocument, {
    variables: { id: installationId },
    fetchPolicy: 'cache-first',
  });
  const site = useMemo(() => (data ? toSite(data) : null), [data]);
  if (site) return { state: 'ready', site };
  if (error) return { state: 'failed', error, retry: () => void retryQuery(refetch) };
  return { state: 'loading' };
}
