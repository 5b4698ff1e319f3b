import type { WidgetType } from '@atrium/domain/pages/definitions';
import styles from './gallery.module.css';

/** Miniature of each type, 96 × 36: stroked paths, then filled paths. */
const drawings: Readonly<Record<WidgetType, readonly [lines: string, filled: string]>> = {
  columnChart: [
    'M4 34h88',
    'M10 22h8v10h-8zM24 12h8v20h-8zM38 17h8v15h-8zM52 6h8v26h-8zM66 14h8v18h-8zM80 20h8v12h-8z',
  ],
  lineChart: ['M4 34h88M6 26l16-10 14 6 18-14 14 10 22-12', ''],
  areaChart: ['M4 34h88', 'M6 26l16-10 14 6 18-14 14 10 22-12v26H6z'],
  barChart: ['', 'M4 3h84v6H4zM4 12h58v6H4zM4 21h40v6H4zM4 30h22v5H4z'],
  gridChart: [
    '',
    'M4 3h11v9H4zM18 3h11v9H18zM46 3h11v9H46zM60 3h11v9H60zM18 15h11v9H18zM32 15h11v9H32zM46 15h11v9H46zM74 15h11v9H74zM4 27h11v8H4zM32 27h11v8H32zM60 27h11v8H60z',
  ],
  webChart: ['M28 3l16 11-6 19H18L12 14zM28 10l9 7-4 11H22l-3-11zM56 12h34M56 20h24M56 28h30', ''],
  pieChart: ['M56 12h34M56 20h24M56 28h30M40 19a12 12 0 1 1-12-12', 'M30 4a14 14 0 0 1 13 13h-7a7 7 0 0 0-6-6z'],
  circleChart: ['M28 32a20 20 0 0 1 40 0', 'M28 32a20 20 0 0 1 14-19l2 6a14 14 0 0 0-10 13z'],
  kpis: ['M54 28l8-10 8 6 8-14 10 8', 'M6 8h30v14H6zM6 28h20v3H6z'],
  progressBarChart: ['M4 8h88M4 19h88M4 30h88', 'M4 6h52v4H4zM4 17h68v4H4zM4 28h30v4H4z'],
  table: [
    'M4 8h88M4 17h88M4 26h88M4 35h88',
    'M4 3h24v2H4zM68 3h24v2H68zM4 12h30v2H4zM72 12h20v2H72zM4 21h20v2H4zM74 21h18v2H74z',
  ],
  alertLogTable: ['M4 7h88M4 19h88M4 31h88', 'M30 5h14v4H30zM58 17h18v4H58zM18 29h10v4H18z'],
  mapView: ['M4 3h52v10h36v22H4zM56 13v22', 'M10 16h18v12H10zM64 18h20v10H64z'],
  heatmap: ['M4 3h88v31H4z', 'M16 18a12 8 0 1 0 24 0 12 8 0 1 0-24 0M52 22a14 8 0 1 0 28 0 14 8 0 1 0-28 0'],
  weather: [
    'M56 12h34M56 20h24M56 28h30M20 6v3M10 10l2 2M30 10l-2 2',
    'M14 18a7 7 0 0 1 13-4 8 8 0 0 1 13 6 6 6 0 0 1-4 11H18a7 7 0 0 1-4-13z',
  ],
  zones: ['M4 8h88M4 19h88M4 30h88', 'M4 6h44v4H4zM22 17h52v4H22zM4 28h30v4H4z'],
};

/** Draws a type's miniature on its tile. */
export function TypeDrawing({ type }: { readonly type: WidgetType }) {
  const [lines, filled] = drawings[type];
  return (
    <svg className={styles.drawing} viewBox="0 0 96 38" aria-hidden="true">
      <path className={styles.filled} d={filled} />
      <path className={styles.lines} d={lines} />
    </svg>
  );
}
