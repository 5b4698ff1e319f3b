import { type RefObject, useEffect } from 'react';
import { useConsent } from './consent.ts';
import { reportEvent } from './consent-gate.tsx';

/** ms that a chart must be in view to count as viewed. */
const minViewMs = 5000;
/** Visible share that counts as in view. */
const minVisibleShare = 0.5;

/** Injectable timer. */
interface ViewClock {
  readonly wait: (ms: number, then: () => void) => () => void;
}

/**
 * Calls `viewed` once, after the chart was in view for 5 s without interruption. `saw` receives the visible share (0 to
 * 1). Leaving the view restarts the timer.
 */
export function createViewWatch(viewed: () => void, { wait }: ViewClock) {
  let cancel: (() => void) | null = null;
  let isDone = false;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    saw(part: number): void {
      if (isDone) return;
      if (part < minVisibleShare) {
        stop();
        return;
      }
      cancel ??= wait(minViewMs, () => {
        isDone = true;
        viewed();
      });
    },
    stop,
  };
}

/** Reports once that a chart of a type was viewed. Watches nothing without consent. */
export function useViewed(chart: RefObject<Element | null>, kind: string): void {
  const { given } = useConsent();
  useEffect(() => {
    const element = chart.current;
    if (!given || element === null) return;
    const watch = createViewWatch(() => void reportEvent({ kind: 'chart viewed', chart: kind }), {
      wait(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    });
    const observer = new IntersectionObserver(
      (entries) => {
        // An element without height is in view for an observer, but not visible.
        for (const { intersectionRatio, boundingClientRect } of entries)
          watch.saw(boundingClientRect.height > 0 ? intersectionRatio : 0);
      },
      { threshold: [0, minVisibleShare] },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      watch.stop();
    };
  }, [chart, given, kind]);
}
