import { useEffect } from 'react';

/** A4 width between the margins set in `base.css`, px. */
const sheetWidth = 718;

/**
 * Prints the page in its screen layout, scaled to the sheet, because charts are drawn for their screen width. The print
 * style sheet reads both values.
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
