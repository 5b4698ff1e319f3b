import type { Area } from '@atrium/domain/access';
import { useRouter } from '@tanstack/react-router';
import { mayDo, useViewer } from './viewer.ts';

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
