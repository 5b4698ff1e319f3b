import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../form/index.ts';
import styles from './dialog.module.css';

/**
 * A question or a small form over the page. The browser's own dialog keeps the focus in, closes with Escape and gives
 * the focus back to where it was; at first the first field has it, or the heading where there is nothing to fill in. `onClose` is asked for by Escape, the cross and a click beside it.
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
    // The browser takes the cross, which comes first; who opens a form wants to type, and others to read.
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
        // Before the browser takes it: asked twice in a row, it closes a dialog whatever `onCancel` says.
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
