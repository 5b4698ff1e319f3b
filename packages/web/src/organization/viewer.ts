import { type Area, type Family, mayEnter, type PartialRights } from '@atrium/domain/access';
import { createContext, use } from 'react';

/** A link somebody put into the sidebar. */
export interface CustomLink {
  readonly text: string;
  readonly url: string;
  readonly iconSrc: string | null;
  readonly openOutside: boolean;
}

/** Who looks at the page, and for which organization. */
export interface Viewer {
  readonly id: number;
  readonly email: string;
  /** null when neither name is known. */
  readonly fullName: string | null;
  readonly picture: string | null;
  readonly isAdmin: boolean;
  readonly language: string;
  readonly theme: string;
  /** A pattern such as DD/MM/YYYY. */
  readonly dateFormat: string;
  /** IANA name; null: the browser's own. */
  readonly timezone: string | null;
  readonly rights: PartialRights;
  /** The sites they are limited to; null: all. */
  readonly installationIds: readonly number[] | null;
  /** Those their events hold metrics of; each has pages of its own. */
  readonly families: ReadonlySet<Family>;
  readonly hasStaticDashboard: boolean;
  readonly customLinks: readonly CustomLink[];
  readonly organization: {
    readonly id: number;
    readonly name: string;
    readonly logo: string | null;
    /** Epoch ms; null: nothing to move from. */
    readonly migrationDeadline: number | null;
    /** Origins whose pages may be shown in frames. */
    readonly embedOrigins: readonly string[];
  };
}

export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in person. Only below the signed-in layout. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (viewer === null) throw new Error('useViewer is used outside the signed-in pages');
  return viewer;
}

/**
 * Whether an area of the product is theirs, by the domain's table. Decides what is shown; what is allowed is decided by
 * the server. A right the server does not name counts as held.
 */
export function mayDo(viewer: Viewer, area: Area): boolean {
  return mayEnter({ ...viewer, isRestricted: false }, area);
}

/** At most two letters for the round avatar. */
export function initialsOf(viewer: Viewer): string {
  const words = (viewer.fullName ?? viewer.email).split(/[\s@]+/u);
  const letters = words.map((word) => [...word][0] ?? '').filter((letter) => /\p{L}/u.test(letter));
  return (viewer.fullName === null ? letters.slice(0, 1) : [letters[0], letters.length > 1 ? letters.at(-1) : ''])
    .join('')
    .toLocaleUpperCase();
}

/** The same of who looks at it; nothing where nobody is signed in. */
export function useMayDo(area: Area): boolean {
  const viewer = use(ViewerContext);
  return viewer !== null && mayDo(viewer, area);
}
