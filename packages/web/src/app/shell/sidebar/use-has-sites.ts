import { useQuery } from '@apollo/client/react';
import { SidebarSitesDocument } from './operations.generated.ts';

/** Whether the viewer sees any site; true until it is known, so that the usual case does not flicker. */
export function useHasSites(): boolean {
  const { data } = useQuery(SidebarSitesDocument, { fetchPolicy: 'cache-first' });
  return data === undefined || data.allInstallations.length > 0;
}
