import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useViewed } from '../../consent/use-viewed.ts';
import styles from './pictures/widgets.module.css';

interface WidgetPlaceProps {
  /** Of the twelve. */
  readonly columns: number;
  readonly type: string;
  readonly children: ReactNode;
}

/** A widget's room on the page, which notices when somebody looks at it. */
export function WidgetPlace({ columns, type, children }: WidgetPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useViewed(place, type);
  return (
    <div ref={place} className={styles.place} style={{ '--span': columns } as CSSProperties}>
      {children}
    </div>
  );
}
