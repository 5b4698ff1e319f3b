import { useSyncExternalStore } from 'react';

/** Tells whether a media query matches. Layout belongs in style sheets; use this for what must not be in the DOM. */
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
