import { type RefObject, useEffect, useState } from 'react';

/** px of what stands around a picture in a card that fills the screen: its margins, title and second line. */
const around = 124;

/** px a picture may be high while its card fills the screen; null while it does not. */
export function useWholeHeight(card: RefObject<HTMLElement | null>): number | null {
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
