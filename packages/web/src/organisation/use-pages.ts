import type { Right } from '@atrium/domain/access';
import { useRouter } from '@tanstack/react-router';
import { mayDo, useViewer, type Viewer } from './viewer.ts';

/** What a page asks of its viewer, as its route names it; undefined: nothing. */
export type PageRight = Right | 'administrator' | undefined;

export function mayOpen(viewer: Viewer, right: PageRight): boolean {
  if (right === 'administrator') return viewer.isAdmin;
  return right === undefined || mayDo(viewer, right);
}

/**
 * Whether an address of the product has a page in this build that the viewer may open: true, false, or undefined where
 * it has none. What is allowed is the server's to decide.
 */
export function usePages(): (url: string) => boolean | undefined {
  const viewer = useViewer();
  const { routesByPath } = useRouter();
  return (url) => {
    const path = url.split(/[?#]/)[0] ?? '';
    const found = Object.values(routesByPath).find(
      ({ fullPath }) => !fullPath.endsWith('$') && new RegExp(`^${fullPath.replace(/\$\w+/g, '[^/]+')}$`).test(path),
    );
    return found && mayOpen(viewer, found.options.staticData?.right);
  };
}
