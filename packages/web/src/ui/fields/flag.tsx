import styles from './control.module.css';
import { flagShapes } from './flag-shapes.ts';

/** A country's flag as SVG, because not every system has flag emoji. Decorative for screen readers. */
export function Flag({ code }: { code: string }) {
  return (
    <svg className={styles.flag} viewBox="0 0 18 12" width="18" height="12" aria-hidden="true">
      {(flagShapes[code] ?? []).map(([fill, path]) => (
        <path key={`${fill} ${path}`} fill={fill} d={path} />
      ))}
    </svg>
  );
}
