import { useEffect } from 'react';

/** Keeps a phone from going dark while somebody counts, where the browser can. */
export function useScreenOn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (isOver) void taken.release();
          else lock = taken;
        },
        // A phone that saves its battery goes dark all the same.
        () => {},
      );
    };
    take();
    // The browser gives it up when the page is hidden.
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, [isWanted]);
}
