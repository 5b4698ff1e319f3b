import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. Layout belongs into style sheets; this is for what must not be in the page at all. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
