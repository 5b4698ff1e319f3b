import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../icons/index.ts';
import styles from './button.module.css';

/** `primary` is black (white in dark mode), at most once per page. */
export type ButtonLook = 'plain' | 'primary' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  icon?: IconName;
  large?: boolean;
}

export function Button({
  look = 'plain',
  icon,
  large = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button type={type} className={`${buttonClass(look)} ${large ? styles.large : ''} ${className}`} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A square icon button; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  look = 'quiet',
  type = 'button',
  className = '',
  ...rest
}: Omit<ButtonProps, 'children' | 'large' | 'icon'> & { icon: IconName; label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`${buttonClass(look)} ${styles.icon} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Returns the class for links that look like buttons. The global class hides them in print. */
export function buttonClass(look: ButtonLook): string {
  return `pressable ${styles.button} ${look === 'plain' ? '' : styles[look]}`;
}
