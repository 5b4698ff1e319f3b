import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react';
import type { Place } from './place.ts';

/** Lists of more rows than this draw those far from the window short: their names alone. */
const plainRows = 60;
/** Drawn in full before the browser has said what is near. */
const rowsAtFirst = 24;

interface Near<Row> {
  readonly ref: RefObject<Row | null>;
  /** Whether the row is drawn in full: always in short lists and on paper. */
  readonly isNear: boolean;
  /** How high a short row stays, so that nothing moves; undefined where that is not known yet. */
  readonly style: { readonly blockSize: number } | undefined;
}

/**
 * Whether one row of a list is near the window. Every row stays in the page with its name, so that the keyboard, a search
 * in the page and screen readers find it; what else it shows is there when it comes near.
 */
export function useNear<Row extends Element>(place: number, rowCount: number): Near<Row> {
  const ref = useRef<Row>(null);
  const isLong = rowCount > plainRows;
  const [{ isNear, height }, setPlace] = useState<Place>({ isNear: place < rowsAtFirst, height: 0 });
  useEffect(() => {
    if (!isLong) return;
    let stop: (() => void) | null = null;
    let hasLeft = false;
    void import('./observe.ts').then(({ observe }) => {
      if (!hasLeft && ref.current) stop = observe(ref.current, setPlace);
    });
    return () => {
      hasLeft = true;
      stop?.();
    };
  }, [isLong]);
  return { ref, isNear: !isLong || isNear, style: isLong && !isNear && height ? { blockSize: height } : undefined };
}

export const NearContext = createContext(true);

/** Whether the row around it is drawn in full. */
export const useIsNear = (): boolean => use(NearContext);
