import {
  type DayRange,
  type ExpectedPoint,
  type Figure,
  findUnusualDate,
  type QueryCompareMode,
} from '@atrium/domain/numbers';
import { type ReactNode, useId } from 'react';
import { DeltaChip, Ruler } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { LiveFigure } from '../../numbers/live/index.ts';
import { HelpTip } from '../../ui/overlays/tooltip.tsx';
import { Explainable } from '../explain/explainable.tsx';
import { formatCompareModeShort } from '../filters/filter-texts.ts';
import { getTintStyle, useMetricColor } from '../metric-colors.tsx';
import { MetricIcon } from '../metric-icon.tsx';
import styles from './cards.module.css';
import { ExportOf } from './export-of.tsx';

/** An explanation that can be opened, and whether it is open. */
interface Explaining {
  readonly isOpen: boolean;
  readonly open: () => void;
}

/** A number's comparison and how it is formatted: `vs 3,018, 4 prev. Thu`. */
interface CardComparison {
  readonly figure: Figure;
  readonly mode: QueryCompareMode;
  readonly ranges: readonly DayRange[];
  /** Number of earlier times that the usual is the mean of; null if unknown. */
  readonly times?: number | null;
  /** What is expected of the number; names the day that has no usual. */
  readonly expected?: ExpectedPoint | null;
  /** Writes the usual value. */
  readonly write: (usual: number) => string;
  /** Whether the usual is shown without a change, which would mislead. */
  readonly hidesChange?: boolean;
}

interface KpiCardProps {
  /** Sets the icon and the colors. */
  readonly metric: string;
  readonly label: string;
  /** One sentence that explains the number. */
  readonly help: string;
  readonly tag: ReactNode;
  /** Null while loading. */
  readonly value: string | null;
  readonly unit: string;
  /** Null without a comparison. */
  readonly comparison: CardComparison | null;
  /** Replaces the last line to explain why there is no number. */
  readonly note?: string | null;
  /** Opens the explanation; null if there is none. */
  readonly explains?: Explaining | null;
  /** Tint as `#rrggbb`. The default is the organization's color for the metric. */
  readonly color?: string | null;
  /** Whether the card is part of a card that is already a landmark. */
  readonly isPart?: boolean;
  readonly children: ReactNode;
}

export function KpiCard({
  metric,
  label,
  help,
  tag,
  value,
  unit,
  comparison,
  note = null,
  explains = null,
  color = null,
  isPart = false,
  children,
}: KpiCardProps) {
  const { t, locale } = useText();
  const titleId = useId();
  const own = useMetricColor(metric);
  const explain = explains && (() => explains.open());
  const { delta, side, versus, unusual, ruler } = formatCardComparison(comparison, { t, locale });
  // On a phone the ruler and the change need the line where the picture would stand.
  const isOutside = ruler !== null && side !== null && side !== 'within';
  const Card = isPart ? 'div' : 'section';
  const landmark = isPart ? { role: 'group' } : {};
  return (
    <Card
      {...landmark}
      className={styles.kpi}
      style={getTintStyle(color ?? own, explains?.isOpen === true)}
      aria-labelledby={titleId}
      data-explained={explains?.isOpen || undefined}
    >
      <header className={styles.kpiHead}>
        <MetricIcon metric={metric} color={color} />
        <h2 id={titleId} className={styles.kpiLabel}>
          {explains ? (
            <button
              type="button"
              className={styles.kpiExplain}
              title={t('charts.explain')}
              onClick={explain ?? undefined}
            >
              {label}
            </button>
          ) : (
            label
          )}
        </h2>
        <HelpTip text={help} label={t('counting.help', { about: label })} className={styles.help} />
        <span className={styles.kpiTag}>{tag}</span>
      </header>
      <div className={styles.kpiBody}>
        {/* Scores such as `4 / 5` read left to right in every script. */}
        <p
          className={styles.kpiValue}
          dir={unit.startsWith('/') ? 'ltr' : undefined}
          data-words={(value !== null && /^\P{N}*\p{L}\P{N}*$/u.test(value)) || undefined}
        >
          <Explainable explain={explain} isBeside>
            {value === null ? <span className={styles.kpiGhost} /> : <LiveFigure text={value} />}
            {value !== null && value !== '–' && <Unit of={unit} />}
          </Explainable>
        </p>
        <div className={styles.kpiPicture}>{children}</div>
      </div>
      <p className={styles.kpiFoot} data-wide={note !== null || unusual !== null || isOutside || undefined}>
        {note}
        {unusual && <span className={styles.versus}>{unusual}</span>}
        {(delta || side || versus) && (
          <Explainable explain={explain} isBeside className={styles.kpiChange}>
            {ruler ? (
              <span className={styles.read}>
                <Ruler {...ruler} />
                {/* A dot within the range says so itself. */}
                {side === 'within' ? (
                  <span className="visually-hidden">{t('charts.asUsual')}</span>
                ) : (
                  <DeltaChip delta={delta} side={side} decimals={delta?.points ? 2 : 1} isBrief isSpoken />
                )}
              </span>
            ) : (
              <DeltaChip delta={delta} side={side} decimals={delta?.points ? 2 : 1} />
            )}
            {versus && (
              <span className={styles.versus}>
                {t('counting.versus', { value: versus.value })}
                <span className={styles.versusWhat}>{t('counting.versusWhat', { what: versus.what })}</span>
              </span>
            )}
          </Explainable>
        )}
      </p>
      {!isPart && (
        <div className={styles.kpiExport}>
          <ExportOf metric={metric} name={label} />
        </div>
      )}
    </Card>
  );
}

function formatCardComparison(comparison: CardComparison | null, reader: Pick<Text, 't' | 'locale'>) {
  if (comparison === null) return { delta: null, side: null, versus: null, unusual: null, ruler: null };
  const { figure, mode, ranges, times = null, expected = null, write, hidesChange = false } = comparison;
  const unusual =
    figure.usual === null && figure.value !== null ? findUnusualDate(expected, reader.locale.slice(0, 2)) : null;
  return {
    delta: hidesChange ? null : figure.change,
    side: hidesChange ? null : figure.side,
    ruler: hidesChange || figure.range === null ? null : { figure, format: write },
    versus:
      figure.usual === null
        ? null
        : {
            value: write(figure.usual),
            what: formatCompareModeShort(mode, ranges, reader, times),
          },
    unusual:
      unusual &&
      reader.t('counting.unusual', {
        ...{ reason: unusual.reason, name: unusual.name ?? '', named: unusual.name === null ? 'no' : 'yes' },
      }),
  };
}

/** Placed after the number in the page's direction, but read in its own: `°C` also within Arabic. */
function Unit({ of: unit }: { readonly of: string }) {
  return (
    <span className={styles.kpiUnit}>
      <bdi>{unit}</bdi>
    </span>
  );
}
