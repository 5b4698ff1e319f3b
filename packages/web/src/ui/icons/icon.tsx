import { shapes } from './shapes.ts';
import styles from './status-mark.module.css';

export type IconName = keyof typeof shapes;

/** Icons mirrored in a right-to-left layout. */
const directed: ReadonlySet<string> = new Set([
  'chevronEnd',
  'chevronStart',
  'external',
  'logout',
  'door-enter',
  'door-exit',
  'walk',
]);

/** Icons made of dots. The stroke width is the size of a dot. */
const dotted: ReadonlySet<string> = new Set(['more', 'drag', 'grid-dots']);

interface Drawn {
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A decorative icon beside a word, hidden from screen readers. `size` in px. */
export function Icon({ name, ...drawn }: Drawn & { readonly name: IconName }) {
  return <Drawing name={name} path={shapes[name]} {...drawn} />;
}

/** An icon drawn from any shape. */
export function Drawing({
  name,
  path,
  size = 16,
  className,
}: Drawn & { readonly name: string; readonly path: string }) {
  const classes = [directed.has(name) ? 'directed' : null, className].filter(Boolean).join(' ');
  return (
    <svg
      className={classes}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={dotted.has(name) ? 1.9 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

export type Status = 'ok' | 'warning' | 'critical' | 'offline' | 'closed';

/** A dot, a hollow ring (offline) or a short dash (closed). Always used beside a word with the same meaning. */
export function StatusMark({ status, live = false }: { status: Status; live?: boolean }) {
  return <span className={`${styles.mark} ${styles[status]} ${live ? styles.live : ''}`} aria-hidden="true" />;
}
