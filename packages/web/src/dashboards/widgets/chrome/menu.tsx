import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../../../ui/icons/index.ts';
import styles from './chrome.module.css';

export interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  readonly act: () => void;
}

/** A button with three dots and what it offers. Arrow keys walk, Escape and clicks elsewhere close. */
export function Menu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector('button')?.focus();
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={root} className={styles.menuRoot} data-export="skip">
      <button
        ref={button}
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          className={styles.menu}
          onKeyDown={(event) => walked(event, close)}
          onBlur={(event) => {
            if (!root.current?.contains(event.relatedTarget)) setOpen(false);
          }}
        >
          {actions.map(({ label: word, icon, act }) => (
            <button
              key={word}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.menuItem}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon name={icon} />
              {word}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function walked(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  if (event.key === 'Escape') {
    event.stopPropagation();
    close();
  } else if (to[event.key] !== undefined) {
    event.preventDefault();
    items[to[event.key] ?? 0]?.focus();
  }
}
