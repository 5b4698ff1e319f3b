import { shapes } from './shapes.ts';

export type IconName = keyof typeof shapes;

/** Point along the reading direction, so they turn round in a right-to-left layout. */
const directed: ReadonlySet<string> = new Set([
  'chevronEnd',
  'chevronStart',
  'external',
  'logout',
  'door-enter',
  'door-exit',
  'walk',
]);

/** Made of dots, which are as large as lines are wide. */
const dotted: ReadonlySet<string> = new Set(['more', 'drag', 'grid-dots']);

interface Drawn {
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A drawing beside a word; it has no name of its own for screen readers. `size` in px. */
export function Icon({ name, ...drawn }: Drawn & { readonly name: IconName }) {
  return <Drawing name={name} path={shapes[name]} {...drawn} />;
}

/** The same of a shape from elsewhere. */
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
