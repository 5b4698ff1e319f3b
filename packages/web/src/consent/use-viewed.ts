import { type RefObject, useEffect } from 'react';
import { useConsent } from './consent.ts';
import { reportEvent } from './report-event.ts';
import { createViewWatch, minVisibleShare } from './view-watch.ts';

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
