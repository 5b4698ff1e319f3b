import { shapes } from './shapes.ts';

export type IconName = keyof typeof shapes;

/** Point along the reading direction, so they turn round in a right-to-left layout. */
const directed: ReadonlySet<IconName> = new Set(['chevronEnd', 'chevronStart', 'external', 'logout']);

/** A drawing beside a word; it has no name of its own for screen readers. `size` in px. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  const classes = [directed.has(name) ? 'directed' : null, className].filter(Boolean).join(' ');
  return (
    <svg
      className={classes}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'drag' ? 1.9 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
