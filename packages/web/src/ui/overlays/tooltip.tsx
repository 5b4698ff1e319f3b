import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/index.ts';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** Id for `aria-describedby` or `aria-labelledby` of the button or link. */
  readonly id: string;
  /** Whether it aligns with the end, where there is no room after it. */
  readonly isAtEnd?: boolean;
  readonly children: ReactNode;
}

/** Tooltip of the preceding button or link, on hover and focus. Always available to screen readers. */
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

/** A help text behind a question mark. */
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
