import { useQuery } from '@apollo/client/react';
import { OwnProfileDocument } from '../operations.generated.ts';
import type { Person } from '../person.ts';

/** The viewer's own profile in full; null while it loads. Throws what kept it from loading. */
export function useOwnPerson(): Person | null {
  const { data, error } = useQuery(OwnProfileDocument);
  if (data === undefined && error !== undefined) throw error;
  return data?.me ?? null;
}
