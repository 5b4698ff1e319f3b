import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/index.ts';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** By which the button or link says that this describes or names it. */
  readonly id: string;
  /** Whether it reaches back from the end of it, where there is no room after it. */
  readonly isAtEnd?: boolean;
  readonly children: ReactNode;
}

/** What is said of the button or link right before it, by pointer and by keyboard; always there for screen readers. */
export function Tooltip({ id, isAtEnd = false, children }: TooltipProps) {
  return (
    <span id={id} role="tooltip" className={styles.tip} data-end={isAtEnd || undefined}>
      {children}
    </span>
  );
}

interface HelpTipProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
}

/** A sentence behind a question mark. */
export function HelpTip({ text, label, className = '' }: HelpTipProps) {
  const id = useId();
  return (
    <span className={`${styles.place} ${className}`} data-export="skip">
      <button type="button" className={styles.help} aria-label={label} aria-describedby={id}>
        <Icon name="help" size={14} />
      </button>
      <Tooltip id={id}>{text}</Tooltip>
    </span>
  );
}
