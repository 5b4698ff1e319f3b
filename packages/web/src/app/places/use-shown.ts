import { useRouter } from '@tanstack/react-router';
import { mayDo, useViewer } from '../../organisation/index.ts';
import type { Place } from './places.ts';

/** Those of the places the viewer may see and that have a page. */
export function useShown(list: readonly Place[]): readonly Place[] {
  const viewer = useViewer();
  const { routesByPath } = useRouter();
  return list.filter(
    ({ path, shown }) =>
      Object.hasOwn(routesByPath, path) &&
      (shown === undefined || shown((right) => mayDo(viewer, right), viewer.isAdmin)),
  );
}
