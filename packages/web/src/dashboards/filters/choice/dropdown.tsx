import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/icons/index.ts';
import styles from './filters.module.css';

interface DropdownProps {
  readonly label: ReactNode;
  /** Names the panel; the control's own name is what stands in it. */
  readonly name: string;
  readonly joined?: boolean;
  readonly chevron?: boolean;
  /** Stands in the panel until its parts have come. */
  readonly waiting?: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A control that opens a panel below itself; on a phone the panel is a sheet. Escape and clicks elsewhere close it. */
export function Dropdown({ label, name, joined = false, chevron = true, waiting = null, children }: DropdownProps) {
  const [side, setSide] = useState<Side | null>(null);
  const open = side !== null;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => {
    setSide(null);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setSide(null);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the control as a whole, wherever focus is inside
    <div
      ref={root}
      className={styles.dropdown}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !root.current?.contains(event.relatedTarget)) setSide(null);
      }}
    >
      <button
        ref={button}
        type="button"
        className={joined ? styles.segment : styles.control}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={(event) => setSide(open ? null : sideOf(event.currentTarget))}
      >
        {label}
        {chevron && <Icon name="chevronDown" size={14} className={styles.chevron} />}
      </button>
      {open && (
        <div id={panelId} role="dialog" aria-label={name} className={styles.panel} data-side={side}>
          <Suspense fallback={waiting}>{children(close)}</Suspense>
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
