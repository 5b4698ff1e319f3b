import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Logo } from '../icons/index.ts';
import styles from './full-screen.module.css';

/** A page that has one thing to say: something is not there, or does not work. `whole` fills the window. */
export function FullScreen({
  mark,
  title,
  text,
  actions,
  whole = false,
}: {
  mark?: ReactNode;
  title: string;
  text?: string;
  actions?: ReactNode;
  whole?: boolean;
}) {
  return (
    <main className={`${styles.screen} ${whole ? styles.whole : ''}`}>
      {mark}
      <h1 className={styles.title}>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}

/** 404, the product's mark in the zero's place. */
export function NotFound({ text, actions, whole = false }: { text?: string; actions?: ReactNode; whole?: boolean }) {
  const { say } = useText();
  const mark = (
    <p className={styles.code}>
      <span className="visually-hidden">404</span>
      <span aria-hidden="true">4</span>
      <Logo size={52} />
      <span aria-hidden="true">4</span>
    </p>
  );
  return (
    <FullScreen
      mark={mark}
      title={say('app.notFound')}
      text={text ?? say('app.notFound.text')}
      actions={actions}
      whole={whole}
    />
  );
}

/** While what the whole window depends on is on its way. */
export function WholeLoader() {
  const { say } = useText();
  return (
    <div className={`${styles.screen} ${styles.whole}`} role="status">
      <Logo size={36} />
      <span className={styles.loader} />
      <span className="visually-hidden">{say('app.loading')}</span>
    </div>
  );
}
