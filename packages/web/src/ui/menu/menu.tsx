import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../form/index.ts';
import styles from './menu.module.css';

/** For links and buttons in a menu. */
export const menuItemClass: string = styles.item ?? '';

/** What else can be done to a thing, behind three dots: closed by Escape, by a choice, and by a press beside it. */
export function Menu({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the menu as a whole, wherever focus is inside
    <div ref={place} className={styles.place} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <IconButton
        icon="more"
        label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div id={id} className={styles.menu}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
