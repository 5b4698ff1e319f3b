import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../form/button.tsx';
import styles from './dialog.module.css';

/**
 * Modal dialog for a question or a small form. The native dialog traps and restores the focus. Focuses the first field,
 * or the heading if there is none. Escape, the close button and a click on the backdrop call `onClose`.
 */
export function Dialog({
  title,
  text,
  onClose,
  actions,
  children,
  wide = false,
}: {
  title: string;
  text?: string;
  onClose: () => void;
  actions?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}) {
  const { t } = useText();
  const place = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = place.current;
    const before = document.activeElement;
    dialog?.showModal();
    // By default the browser focuses the close button, which comes first.
    const first = dialog?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled');
    (first ?? heading.current)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={place}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={id}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      onKeyDown={(event) => {
        // Handled before the browser: on a second Escape it closes the dialog regardless of `onCancel`.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 ref={heading} className={styles.title} id={id} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="close" label={t('app.close')} onClick={onClose} />
        </div>
        {text !== undefined && (
          <p className={styles.text} id={`${id}-text`}>
            {text}
          </p>
        )}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
