import { useQuery } from '@apollo/client/react';
import { OwnProfileDocument } from '../operations.generated.ts';
import type { Person } from '../person.ts';

/** Loads the viewer's full profile; null while loading. Throws the loading error. */
export function useOwnPerson(): Person | null {
  const { data, error } = useQuery(OwnProfileDocument);
  if (data === undefined && error !== undefined) throw error;
  return data?.me ?? null;
}
