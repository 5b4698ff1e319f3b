import { useQuery } from '@apollo/client/react';
import { useMayDo } from '../../organization/index.ts';
import { RolesToShareWithDocument } from './operations.generated.ts';

/** Loads the organization's roles. Empty without the right to see them. */
export function useRoles(): readonly { readonly id: number; readonly name: string }[] {
  const maySee = useMayDo('rightProfiles');
  const { data } = useQuery(RolesToShareWithDocument, { skip: !maySee, fetchPolicy: 'cache-first' });
  return data?.allProfiles.map(({ profile }) => profile) ?? [];
}
