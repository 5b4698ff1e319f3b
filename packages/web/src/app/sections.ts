import type { MessageId } from '../i18n/index.ts';
import { mayDo, usePages, useViewer } from '../people/organization/index.ts';
import { type Place, places } from './places.ts';

/** Part of the product that decides what the sidebar shows. Pages that set up sites appear under settings. */
export type Section = 'dashboards' | 'settings' | 'profile';

export function findSection(path: string): Section {
  if (/^\/settings(\/|$)/.test(path)) return 'settings';
  if (/^\/user-profile(\/|$)/.test(path)) return 'profile';
  return 'dashboards';
}

/** A section's heading and fixed links. Sites, custom pages and bookmarks belong to `dashboards` and are loaded. */
export const sections: Record<Section | 'setUp', { readonly title: MessageId; readonly links: readonly Place[] }> = {
  dashboards: {
    title: 'shell.dashboards',
    links: [places.sites, places.discover],
  },
  settings: {
    title: 'shell.settings',
    links: listedIn('settings'),
  },
  setUp: {
    title: 'shell.setUp',
    links: listedIn('setUp'),
  },
  profile: {
    title: 'shell.profile',
    links: [places.profileGeneral, places.profilePreferences, places.profileSecurity],
  },
};

/** Returns the places of a section, in the order of `places`. */
function listedIn(section: Place['section']): readonly Place[] {
  return Object.values<Place>(places).filter((place) => place.section === section);
}

/** Returns the places whose page exists and that the viewer may open. */
export function useVisiblePlaces(list: readonly Place[]): readonly Place[] {
  const viewer = useViewer();
  const leadsTo = usePages();
  return list.filter(({ path, area }) => leadsTo(path) && mayDo(viewer, area));
}
