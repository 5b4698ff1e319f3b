import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../form/button.tsx';
import { Icon } from '../icons/index.ts';
import styles from './menu.module.css';
import { usePopover } from './use-popover.ts';

/** Props for links and buttons in a menu. */
export const menuItem = { role: 'menuitem', tabIndex: -1, className: styles.item ?? '' } as const;

interface MenuProps {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
  readonly className?: string | undefined;
  /** Class of the button, to override its look. */
  readonly buttonClass?: string | undefined;
}

/**
 * Further actions behind a three-dot button. Arrow keys move; a selection closes it, like anything that closes a
 * popover.
 */
export function Menu({ label, children, className = '', buttonClass }: MenuProps) {
  const { id, isOpen, close, root, opener } = usePopover();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>(items)?.focus();
  }, [isOpen]);
  const button = { ...opener, 'aria-haspopup': 'menu' } as const;
  return (
    <div {...root} className={`${styles.place} ${className}`} data-export="skip">
      {buttonClass === undefined ? (
        <IconButton icon="more" label={label} {...button} />
      ) : (
        <button type="button" className={buttonClass} aria-label={label} title={label} {...button}>
          <Icon name="more" />
        </button>
      )}
      {isOpen && (
        <div ref={list} id={id} role="menu" aria-label={label} className={styles.menu} onKeyDown={walk}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

const items = '[role="menuitem"]';

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = to[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}
