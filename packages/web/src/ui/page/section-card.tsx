import type { ReactNode } from 'react';
import styles from './section-card.module.css';

/** A section of a settings page: its title and text beside its fields. */
export function SectionCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Two fields side by side if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

export function CardStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
