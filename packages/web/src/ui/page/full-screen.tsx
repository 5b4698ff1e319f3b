import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Logo } from '../icons/index.ts';
import styles from './full-screen.module.css';

/** A page with a single message: something does not exist or failed. `whole` fills the window. */
export function FullScreen({
  mark,
  title,
  text,
  detail,
  actions,
  whole = false,
}: {
  mark?: ReactNode;
  title: string;
  text?: string;
  detail?: ReactNode;
  actions?: ReactNode;
  whole?: boolean;
}) {
  // The frame already contains the main landmark.
  const Landmark = whole ? 'main' : 'div';
  return (
    <Landmark className={`${styles.screen} ${whole ? styles.whole : ''}`}>
      {mark}
      <h1 className={styles.title}>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {detail}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Landmark>
  );
}

/** 404, with the logo as its zero. */
export function NotFound({ text, actions, whole = false }: { text?: string; actions?: ReactNode; whole?: boolean }) {
  const { t } = useText();
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
      title={t('app.notFound')}
      text={text ?? t('app.notFound.text')}
      actions={actions}
      whole={whole}
    />
  );
}

/** Loading indicator, of the page or of the whole window. */
export function Loader({ whole = false }: { whole?: boolean }) {
  const { t } = useText();
  return (
    <div className={`${styles.screen} ${whole ? styles.whole : ''}`} role="status">
      {whole && <Logo size={36} />}
      <span className={styles.loader} />
      <span className="visually-hidden">{t('app.loading')}</span>
    </div>
  );
}

export function WholeLoader() {
  return <Loader whole />;
}
