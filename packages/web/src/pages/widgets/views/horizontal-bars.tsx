import { Fragment } from 'react';
import { Value } from '../../words/value.tsx';
import styles from './horizontal-bars.module.css';

export interface HorizontalBar {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  /** −1…1 of the track; negative values extend towards its start. Null if unknown. */
  readonly share: number | null;
  readonly text: string;
  /** Opens the explanation; null if there is none. */
  readonly onExplain: (() => void) | null;
}

export interface HorizontalRow {
  readonly key: string;
  readonly name: string;
  readonly bars: readonly HorizontalBar[];
  /** Position of zero on the track, 0…1. */
  readonly zero: number;
  /** Position of the usual value on the track. */
  readonly tick: number | null;
  readonly limits: readonly { readonly share: number; readonly color: string | null; readonly label: string | null }[];
  readonly onPick: (() => void) | null;
}

/** Draws values as horizontal bars. They have no time axis, so they mirror with the page direction. */
export function HorizontalBars({
  rows,
  height,
  isStacked,
  hasTrack = false,
}: {
  readonly rows: readonly HorizontalRow[];
  readonly height: number;
  readonly isStacked: boolean;
  readonly hasTrack?: boolean;
}) {
  return (
    <ul
      className={styles.rows}
      style={{ blockSize: height }}
      tabIndex={rows.length * 50 > height ? 0 : undefined}
      data-export={rows.length * 50 > height ? 'whole' : undefined}
    >
      {rows.map((row) => (
        <li key={row.key} className={styles.row}>
          <span className={styles.head}>
            {row.onPick ? (
              <button type="button" className={styles.name} onClick={row.onPick}>
                {row.name}
              </button>
            ) : (
              <span className={styles.name}>{row.name}</span>
            )}
            <span>
              {row.bars.map(({ key, text, onExplain }, place) => (
                <Fragment key={key}>
                  {place > 0 && ' / '}
                  <Value text={text} explain={onExplain} />
                </Fragment>
              ))}
            </span>
          </span>
          <Bars row={row} isStacked={isStacked} hasTrack={hasTrack} />
        </li>
      ))}
    </ul>
  );
}

function Bars({
  row,
  isStacked,
  hasTrack,
}: {
  readonly row: HorizontalRow;
  readonly isStacked: boolean;
  readonly hasTrack: boolean;
}) {
  const { bars, starts } = isStacked ? stacked(row) : sideBySide(row);
  return (
    <span className={styles.lanes} data-stacked={isStacked || undefined} data-track={hasTrack || undefined}>
      {bars.map((bar) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: its number above is the button for keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span
          key={bar.key}
          className={styles.bar}
          data-explains={bar.onExplain === null ? undefined : true}
          onClick={bar.onExplain ?? undefined}
          style={{
            inlineSize: `${percent(Math.abs(bar.share ?? 0))}%`,
            marginInlineStart: `${percent(starts.get(bar) ?? 0)}%`,
            background: bar.color,
          }}
          data-below={(bar.share ?? 0) < 0 || undefined}
          data-missing={bar.share === null || undefined}
          title={row.bars.length > 1 ? `${bar.name} ${bar.text}` : undefined}
        />
      ))}
      {row.zero > 0 && <span className={styles.zero} style={{ insetInlineStart: `${percent(row.zero)}%` }} />}
      {row.tick !== null && <span className={styles.tick} style={{ insetInlineStart: `${percent(row.tick)}%` }} />}
      {row.limits.map(({ share, color, label }) => (
        <span
          key={share}
          className={styles.limit}
          title={label ?? undefined}
          style={{ insetInlineStart: `${percent(share)}%`, ...(color === null ? {} : { background: color }) }}
        />
      ))}
    </span>
  );
}

interface PlacedBars {
  readonly bars: readonly HorizontalBar[];
  /** Empty share of the track before each bar. */
  readonly starts: ReadonlyMap<HorizontalBar, number>;
}

const sideBySide = ({ bars, zero }: HorizontalRow): PlacedBars => ({
  bars,
  starts: new Map(bars.map((bar) => [bar, zero + Math.min(0, bar.share ?? 0)])),
});

/** Stacks bars: negative ones end at zero, the others start there. */
function stacked({ bars, zero }: HorizontalRow): PlacedBars {
  const below = bars.filter(({ share }) => (share ?? 0) < 0);
  const above = bars.filter(({ share }) => (share ?? 0) >= 0);
  const [first] = below.length > 0 ? below.slice(-1) : above;
  const start = below.reduce((sum, { share }) => sum + (share ?? 0), zero);
  return { bars: [...below.toReversed(), ...above], starts: new Map(first ? [[first, start]] : []) };
}

/** Explains the tick on each bar, in the card's second line. */
export function TickWord({ color, children }: { readonly color?: string | undefined; readonly children: string }) {
  return (
    <span className={styles.tickWord}>
      <span className={styles.tickMark} aria-hidden="true" style={{ background: color }} />
      {children}
    </span>
  );
}

function percent(share: number): number {
  return Math.min(100, Math.max(0, share * 100));
}
