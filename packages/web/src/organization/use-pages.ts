import type { Area } from '@atrium/domain/access';
import { useRouter } from '@tanstack/react-router';
import { mayDo, useViewer } from './viewer.ts';

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
    if (found === undefined) return undefined;
    const area: Area | undefined = found.options.staticData?.area;
    return area === undefined || mayDo(viewer, area);
  };
}
