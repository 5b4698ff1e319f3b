import { useQuery } from '@apollo/client/react';
import { SidebarSitesDocument } from './operations.generated.ts';

/** Tells whether the viewer sees any site. True until known, so that the common case does not flicker. */
export function useHasSites(): boolean {
  const { data } = useQuery(SidebarSitesDocument, { fetchPolicy: 'cache-first' });
  return data === undefined || data.allInstallations.length > 0;
}
