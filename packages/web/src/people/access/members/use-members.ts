import { useQuery } from '@apollo/client/react';
import type { TreeGroup, TreeItem } from '../../../ui/choice/tree.ts';
import {
  MembersDocument,
  RightProfilesDocument,
  type RightProfilesQuery,
  SiteNamesDocument,
} from '../people/operations.generated.ts';
import type { Person } from '../people/person.ts';

export type CountedProfile = RightProfilesQuery['allProfiles'][number];

export interface Organization {
  readonly people: readonly Person[];
  readonly profiles: readonly CountedProfile[];
  readonly sites: readonly TreeItem[];
  /** Tags of sites, such as regions. */
  readonly regions: readonly TreeGroup[];
}

/** Loads the members, the right profiles and the sites; null while loading. Throws the loading error. */
export function useMembers(): Organization | null {
  const people = useQuery(MembersDocument, { fetchPolicy: 'cache-and-network' });
  const profiles = useQuery(RightProfilesDocument, { fetchPolicy: 'cache-and-network' });
  const sites = useQuery(SiteNamesDocument);
  for (const { data, error } of [people, profiles, sites]) if (data === undefined && error !== undefined) throw error;
  if (people.data === undefined || profiles.data === undefined || sites.data === undefined) return null;
  return {
    people: people.data.allUsers,
    profiles: profiles.data.allProfiles,
    sites: sites.data.allInstallations.map(({ id, name, city, tagIds }) => ({
      id,
      name,
      aside: city,
      groupIds: tagIds,
    })),
    regions: sites.data.organization.tagCategories.flatMap(({ tags }) => tags),
  };
}
