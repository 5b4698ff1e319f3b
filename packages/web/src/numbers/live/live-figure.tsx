import { useRef } from 'react';
import styles from './live-figure.module.css';

/**
 * A live value: changes at once and is highlighted for a moment, except the first value. Digits run left to right; with
 * unit letters between them (`1 د 11 ث`) they follow the letters' direction.
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
