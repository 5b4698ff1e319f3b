import type { Right } from '@atrium/domain/access';
import type { MessageId } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/index.ts';

/** A place in the header, the sidebar or the phone's bottom bar. A page that comes to exist adds one entry. */
export interface ShellLink {
  readonly to: '/analytics/sites' | '/counting';
  readonly label: MessageId;
  readonly icon: IconName;
  /** The link is the current one on every path that begins like one of these. */
  readonly covers: readonly string[];
  /** Shown to everybody if absent. */
  readonly right?: Right;
}

/** Header, from the start on. */
export const mainLinks: readonly ShellLink[] = [
  { to: '/analytics/sites', label: 'shell.analytics', icon: 'analytics', covers: ['/analytics', '/counting'] },
];

/** Sidebar, first section. */
export const dashboardLinks: readonly ShellLink[] = [
  { to: '/analytics/sites', label: 'shell.sitesOverview', icon: 'grid', covers: ['/analytics/sites'] },
];

/** Bottom bar of phones, before 'More'; at most four. */
export const phoneLinks: readonly ShellLink[] = [
  { to: '/analytics/sites', label: 'shell.sites', icon: 'grid', covers: ['/analytics/sites'] },
  { to: '/counting', label: 'shell.analytics', icon: 'analytics', covers: ['/counting'] },
];

export function isCurrent(link: ShellLink, path: string): boolean {
  return link.covers.some((begin) => path === begin || path.startsWith(`${begin}/`));
}
