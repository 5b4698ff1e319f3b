import type { Placed } from '@atrium/domain/dashboards/layout';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useViewed } from '../../consent/use-viewed.ts';
import styles from './pictures/widgets.module.css';

interface WidgetPlaceProps {
  /** Of the twelve. */
  readonly columns: number;
  /** Where it stands on a page somebody laid out. */
  readonly placed: Placed | null;
  readonly type: string;
  readonly children: ReactNode;
}

/** A widget's room on the page, which notices when somebody looks at it. */
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
