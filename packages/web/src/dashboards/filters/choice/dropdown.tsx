import { type ReactNode, useState } from 'react';
import { Icon } from '../../../ui/icons/index.ts';
import { usePopover } from '../../../ui/popover/index.ts';
import styles from './filters.module.css';

interface DropdownProps {
  readonly label: ReactNode;
  /** Names the panel; the control's own name is what stands in it. */
  readonly name: string;
  readonly joined?: boolean;
  readonly chevron?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A control that opens a panel below itself; on a phone the panel is a sheet. Escape and clicks elsewhere close it. */
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

/** Where a control's panel has room: in the window's second half it ends with the control, in the first it begins with it. */
function sideOf(control: HTMLElement): Side {
  const { left, width } = control.getBoundingClientRect();
  const isRight = left + width / 2 > window.innerWidth / 2;
  return isRight === (getComputedStyle(control).direction === 'ltr') ? 'end' : 'start';
}
