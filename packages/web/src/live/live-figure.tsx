import { useRef } from 'react';
import styles from './live-figure.module.css';

/**
 * A figure that changes by itself: swapped at once, held in the data colour for a moment. The first one is no change.
 * Digits alone run left to right; with letters of a unit between them (`1 د 11 ث`) they run as those do.
 */
export function LiveFigure({ text }: { readonly text: string }) {
  const first = useRef(text);
  const changed = useRef(false);
  if (text !== first.current && /\d/.test(first.current)) changed.current = true;
  if (!/\d/.test(first.current)) first.current = text;
  return (
    <bdi key={text} className={changed.current ? styles.fresh : undefined}>
      {text}
    </bdi>
  );
}
