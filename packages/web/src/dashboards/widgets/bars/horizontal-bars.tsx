import { Fragment } from 'react';
import { Value } from '../../words/value.tsx';
import styles from './horizontal-bars.module.css';

export interface LyingBar {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  /** 0…1 of the longest there can be; null of what is not known. */
  readonly share: number | null;
  readonly text: string;
  /** Tells what its number is made of. */
  readonly onExplain: (() => void) | null;
}

export interface HorizontalRow {
  readonly key: string;
  readonly name: string;
  readonly bars: readonly LyingBar[];
  /** What is usual, as a share. */
  readonly tick: number | null;
  readonly limits: readonly { readonly share: number; readonly color: string | null; readonly label: string | null }[];
  readonly onPick: (() => void) | null;
}

/** Magnitudes in rows. They carry no time, so they mirror with the page. */
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
  return (
    <span className={styles.lanes} data-stacked={isStacked || undefined} data-track={hasTrack || undefined}>
      {row.bars.map((bar) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: its number above is the button for keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span
          key={bar.key}
          className={styles.bar}
          data-explains={bar.onExplain === null ? undefined : true}
          onClick={bar.onExplain ?? undefined}
          style={{ inlineSize: `${percent(bar.share ?? 0)}%`, background: bar.color }}
          data-missing={bar.share === null || undefined}
          title={row.bars.length > 1 ? `${bar.name} ${bar.text}` : undefined}
        />
      ))}
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

/** In a card's second line: what the tick on each bar is. */
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
