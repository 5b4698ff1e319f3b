import { type RefObject, useEffect, useState } from 'react';

/** Height in px around the drawing in a fullscreen card: margins, title and second line. */
const around = 124;

/** Returns the drawing height in px while the card is fullscreen; otherwise null. */
export function useFullscreenHeight(card: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const measure = () => {
      const isWhole = card.current !== null && document.fullscreenElement === card.current;
      setHeight(isWhole ? Math.max(0, window.innerHeight - around) : null);
    };
    document.addEventListener('fullscreenchange', measure);
    window.addEventListener('resize', measure);
    return () => {
      document.removeEventListener('fullscreenchange', measure);
      window.removeEventListener('resize', measure);
    };
  }, [card]);
  return height;
}
