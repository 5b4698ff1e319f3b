import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons/index.ts';
import { usePopover } from '../../ui/overlays/use-popover.ts';
import styles from './filters.module.css';

interface DropdownProps {
  readonly label: ReactNode;
  /** Accessible name of the panel. The control is named by its content. */
  readonly name: string;
  readonly joined?: boolean;
  readonly chevron?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A control that opens a panel below it, or a sheet on phones. Escape and outside clicks close it. */
export function Dropdown({ label, name, joined = false, chevron = true, children }: DropdownProps) {
  const { id, isOpen, close, root, opener } = usePopover();
  const [side, setSide] = useState<Side>('start');
  return (
    <div {...root} className={styles.dropdown}>
      <button
        type="button"
        className={joined ? styles.segment : styles.control}
        aria-haspopup="dialog"
        {...opener}
        onClick={(event) => {
          setSide(sideOf(event.currentTarget));
          opener.onClick();
        }}
      >
        {label}
        {chevron && <Icon name="chevronDown" size={14} className={styles.chevron} />}
      </button>
      {isOpen && (
        <div id={id} role="dialog" aria-label={name} className={styles.panel} data-side={side}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

type Side = 'start' | 'end';

/**
 * Returns the side for the panel: aligned to the control's start in the window's first half, to its end in the second.
 */
function sideOf(control: HTMLElement): Side {
  const { left, width } = control.getBoundingClientRect();
  const isRight = left + width / 2 > window.innerWidth / 2;
  return isRight === (getComputedStyle(control).direction === 'ltr') ? 'end' : 'start';
}
