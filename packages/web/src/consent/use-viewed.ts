import { type RefObject, useEffect } from 'react';
import { useConsent } from './consent.ts';
import { tell } from './tell.ts';
import { createViewWatch, inView } from './usage/view-watch.ts';

/** Tells once that a chart was looked at, of which kind it is and nothing else. Without consent nothing is watched. */
export function useViewed(chart: RefObject<Element | null>, kind: string): void {
  const { given } = useConsent();
  useEffect(() => {
    const element = chart.current;
    if (!given || element === null) return;
    const watch = createViewWatch(() => void tell({ kind: 'chart viewed', chart: kind }), {
      wait(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    });
    const observer = new IntersectionObserver(
      (entries) => {
        // What takes no room is in view for an observer, but for nobody.
        for (const { intersectionRatio, boundingClientRect } of entries)
          watch.saw(boundingClientRect.height > 0 ? intersectionRatio : 0);
      },
      { threshold: [0, inView] },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      watch.stop();
    };
  }, [chart, given, kind]);
}
