import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { initialsOf, useViewer } from '../../../organization/index.ts';
import styles from './viewer-menu.module.css';

/** Opened seldom: it comes when it is. */
const Panel = lazy(() => import('./viewer-panel.tsx').then(({ ViewerPanel }) => ({ default: ViewerPanel })));

/** Avatar and name; behind it how the product looks and speaks for this person, and the way out. */
export function ViewerMenu() {
  const { t } = useText();
  const viewer = useViewer();
  const panel = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const name = viewer.fullName ?? t('shell.unnamed');
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the menu as a whole, wherever focus is inside
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !place.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.target}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {viewer.picture === null ? (
          <span className={styles.avatar} aria-hidden="true">
            {initialsOf(viewer)}
          </span>
        ) : (
          <img className={styles.avatar} src={viewer.picture} alt="" />
        )}
        <span className={styles.name}>{name}</span>
      </button>
      <Suspense>{isOpen && <Panel id={panel} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
