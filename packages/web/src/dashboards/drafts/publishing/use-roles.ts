import { useQuery } from '@apollo/client/react';
import { useMayDo } from '../../../organization/index.ts';
import { RolesToShareWithDocument } from '../operations.generated.ts';

/** The roles of the organization; none for those who may not see them. */
export function useRoles(): readonly { readonly id: number; readonly name: string }[] {
  const maySee = useMayDo('rightProfiles');
  const { data } = useQuery(RolesToShareWithDocument, { skip: !maySee, fetchPolicy: 'cache-first' });
  return data?.allProfiles.map(({ profile }) => profile) ?? [];
}
