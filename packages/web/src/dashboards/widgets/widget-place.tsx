import type { Placed } from '@atrium/domain/dashboards/layout';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useViewed } from '../../consent/use-viewed.ts';
import styles from './pictures/widgets.module.css';

interface WidgetPlaceProps {
  /** Width in columns of twelve. */
  readonly columns: number;
  /** Its position on a page with a layout. */
  readonly placed: Placed | null;
  readonly type: string;
  readonly children: ReactNode;
}

/** A widget's place on the page. It notices when the widget becomes visible. */
export function WidgetPlace({ columns, placed, type, children }: WidgetPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useViewed(place, type);
  return (
    <div ref={place} className={styles.place} style={roomOf(columns, placed)}>
      {children}
    </div>
  );
}

function roomOf(columns: number, placed: Placed | null): CSSProperties {
  if (placed === null) return { '--span': columns } as CSSProperties;
  const { column, row, rows } = placed;
  return {
    '--span': placed.columns,
    '--column': column + 1,
    '--row': row + 1,
    '--rows': rows,
  } as CSSProperties;
}
