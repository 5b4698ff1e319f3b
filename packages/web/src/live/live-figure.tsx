import { useRef } from 'react';
import styles from './live-figure.module.css';

/** A figure that changes by itself: swapped at once, held in the data colour for a moment. The first one is no change. */
export function LiveFigure({ text }: { readonly text: string }) {
  const first = useRef(text);
  const changed = useRef(false);
  if (text !== first.current && /\d/.test(first.current)) changed.current = true;
  if (!/\d/.test(first.current)) first.current = text;
  return (
    // Numbers run from left to right; a duration as the words of its units do.
    <bdi key={text} dir="auto" className={changed.current ? styles.fresh : undefined}>
      {text}
    </bdi>
  );
}
