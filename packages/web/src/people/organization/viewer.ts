import type { Weekday } from '@atrium/domain/core';
import { type Area, canEnter, type Family, type PartialRights } from '@atrium/domain/people/access';
import { useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';

/** Redirect targets of areas that are closed to the viewer. Other areas have none. */
const redirects: { readonly [Each in Area]?: '/' | '/analytics/dashboard' } = {
  counting: '/analytics/dashboard',
  atmosphere: '/analytics/dashboard',
  energy: '/analytics/dashboard',
  salesFunnel: '/',
};

export const findRedirect = (area: Area) => redirects[area] ?? '/not-found';

/** A link of the organization in the sidebar. */
export interface CustomLink {
  readonly text: string;
  readonly url: string;
  readonly iconSrc: string | null;
  readonly openOutside: boolean;
}

/** The signed-in user and their organization. */
export interface Viewer {
  readonly id: number;
  readonly email: string;
  /** null if neither name is known. */
  readonly fullName: string | null;
  readonly picture: string | null;
  readonly isAdmin: boolean;
  /** Operates the installation. */
  readonly isOperator: boolean;
  readonly language: string;
  readonly theme: string;
  /** A pattern such as DD/MM/YYYY. */
  readonly dateFormat: string;
  /** IANA name; null means the browser's. */
  readonly timezone: string | null;
  readonly rights: PartialRights;
  /** Sites the viewer is limited to; null for all. */
  readonly installationIds: readonly number[] | null;
  /** Metric families of the viewer's events. Each has its own pages. */
  readonly families: ReadonlySet<Family>;
  readonly hasStaticDashboard: boolean;
  readonly customLinks: readonly CustomLink[];
  readonly organization: {
    readonly id: number;
    readonly name: string;
    readonly logo: string | null;
    /** Epoch ms; null if there is no migration. */
    readonly migrationDeadline: number | null;
    /** Origins whose pages may be framed. */
    readonly embedOrigins: readonly string[];
    /** Its weeks: 1 = Monday … 7 = Sunday. */
    readonly years: { readonly firstWeekday: number };
  };
}

export const ViewerContext = createContext<Viewer | null>(null);

/** Returns the viewer. Only below the signed-in layout. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (viewer === null) throw new Error('useViewer is used outside the signed-in pages');
  return viewer;
}

/** Returns the organization's first day of the week, for weeks that belong to no site. */
export const useFirstWeekday = (): Weekday => useViewer().organization.years.firstWeekday as Weekday;

/**
 * Tells whether an area is open to the viewer, by the domain's table. Controls only what is shown; the server enforces
 * access. A right the server does not name counts as granted.
 */
export function mayDo(viewer: Viewer, area: Area): boolean {
  return canEnter({ ...viewer, isRestricted: false }, area);
}

/** Returns at most two letters for the avatar. */
export function toInitials(viewer: Viewer): string {
  const words = (viewer.fullName ?? viewer.email).split(/[\s@]+/u);
  const letters = words.map((word) => [...word][0] ?? '').filter((letter) => /\p{L}/u.test(letter));
  return (viewer.fullName === null ? letters.slice(0, 1) : [letters[0], letters.length > 1 ? letters.at(-1) : ''])
    .join('')
    .toLocaleUpperCase();
}

/** Hook version for the current viewer; false if signed out. */
export function useMayDo(area: Area): boolean {
  const viewer = use(ViewerContext);
  return viewer !== null && mayDo(viewer, area);
}

/**
 * Returns a function that tells whether an address has a page the viewer may open; undefined if it has no page. The
 * server decides about access.
 */
export function usePages(): (url: string) => boolean | undefined {
  const viewer = useViewer();
  const { routesByPath } = useRouter();
  return (url) => {
    const path = url.split(/[?#]/)[0] ?? '';
    const found = Object.values(routesByPath).find(
      ({ fullPath }) => !fullPath.endsWith('$') && new RegExp(`^${fullPath.replace(/\$\w+/g, '[^/]+')}$`).test(path),
    );
    if (found === undefined) return undefined;
    const area: Area | undefined = found.options.staticData?.area;
    return area === undefined || mayDo(viewer, area);
  };
}
