import { useEffect } from 'react';

/** px between the margins of the narrower edge of A4, as `base.css` sets them. */
const sheetWidth = 718;

/**
 * Prints the page as it is laid out on the screen, scaled to the sheet: charts are drawn for the width they have there.
 * The print style reads both values.
 */
export function usePrintLayout(): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = () => {
      const width = document.getElementById('page')?.clientWidth ?? sheetWidth;
      root.style.setProperty('--print-width', `${width}px`);
      root.style.setProperty('--print-zoom', String(Math.min(1, sheetWidth / width)));
    };
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, []);
}
