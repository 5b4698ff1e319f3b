import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react';
import type { RowPosition } from './observe.ts';

/** Longer lists draw rows far from the viewport with their names only. */
const maxPlainRows = 60;
/** Rows drawn in full until the browser has reported what is near. */
const initialRows = 24;

interface Near<Row> {
  readonly ref: RefObject<Row | null>;
  /** Whether to draw the row in full. Always true in short lists and in print. */
  readonly isNear: boolean;
  /** Height of a reduced row, so that nothing moves. Undefined until measured. */
  readonly style: { readonly blockSize: number } | undefined;
}

/**
 * Tells whether a row is near the viewport. Every row stays in the page with its name, so that the keyboard, the
 * browser's search and screen readers find it. Its other content renders when it comes near.
 */
export function useNearViewport<Row extends Element>(place: number, rowCount: number): Near<Row> {
  const ref = useRef<Row>(null);
  const isLong = rowCount > maxPlainRows;
  const [{ isNear, height }, setPlace] = useState<RowPosition>({ isNear: place < initialRows, height: 0 });
  useEffect(() => {
    if (!isLong) return;
    let stop: (() => void) | null = null;
    let hasLeft = false;
    void import('./observe.ts').then(({ observeRow: observe }) => {
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

/** Returns whether the surrounding row is drawn in full. */
export const useIsNear = (): boolean => use(NearContext);
