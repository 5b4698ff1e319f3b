import type { MessageId } from '../../i18n/index.ts';
import { type Place, places } from './places.ts';

/** What the sidebar shows depends on where in the product one is; what sets sites up stands below the settings. */
export type Section = 'dashboards' | 'settings' | 'profile';

export function sectionOf(path: string): Section {
  if (/^\/settings(\/|$)/.test(path)) return 'settings';
  if (/^\/user-profile(\/|$)/.test(path)) return 'profile';
  return 'dashboards';
}

/** A section's heading and fixed links. Sites, custom pages and bookmarks belong to `dashboards` and come from data. */
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

/** The pages that say so themselves, as they stand in the list of places. */
function listedIn(section: Place['section']): readonly Place[] {
  return Object.values<Place>(places).filter((place) => place.section === section);
}
