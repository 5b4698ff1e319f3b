import type { Span } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import {
  computePartCoverage,
  getSilentShare,
  isSingleSilence,
  type ResolvedFilters,
  type SilentSpan,
} from '@atrium/domain/pages';
import { Chip } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { type Status, StatusMark } from '../../ui/icons/index.ts';
import { formatSpan } from '../explain/explained.ts';
import styles from '../section/section.module.css';
import { TableCard } from '../section/table-card.tsx';
import type { Site } from '../site-page/site.ts';
import type { TabProps } from '../site-page/tab-content.tsx';
import { formatSilence } from '../words/section-texts.ts';
import lane from './sensors.module.css';

interface SensorLanesProps extends Pick<TabProps, 'site' | 'filters' | 'now'> {
  readonly model: { readonly silent: readonly SilentSpan[] };
}

/** Shows which counters reported and when they were silent. */
export function SensorLanes({ site, filters, now, model: { silent } }: SensorLanesProps) {
  const text = useText();
  const { t } = text;
  const rows = site.topology.devices
    .map((device) => ({ device, coverage: computePartCoverage([device.id], silent, filters.spans, now) }))
    .toSorted(
      (left, right) =>
        (left.coverage.ratio ?? 2) - (right.coverage.ratio ?? 2) || left.device.name.localeCompare(right.device.name),
    );
  const whole = wholeOf(filters.spans, now);
  return (
    <TableCard
      title={t('sitePage.tab.sensors')}
      meta={t('section.sensors.sorted', { count: rows.length })}
      className={lane.sheet}
      columns={[
        {
          key: 'sensor',
          head: t('section.sensor'),
          isName: true,
          cell: ({ device, coverage }) => (
            <>
              <span className={`${styles.first} ${styles.name} ${styles.level}`}>
                <StatusMark status={statusOf(coverage, filters)} />
                {device.name}
              </span>
              <span className={styles.second}>{passageOf(device, site)}</span>
            </>
          ),
        },
        {
          key: 'reported',
          head: (
            <>
              {t('section.reported')} <bdi>{formatSpan(whole, site.topology.timezone, text)}</bdi>
            </>
          ),
          className: lane.column,
          headClass: lane.head,
          cell: ({ device }) => <Lane silent={silent.filter((each) => each.deviceId === device.id)} whole={whole} />,
        },
        {
          key: 'coverage',
          head: t('counting.coverage'),
          className: styles.end,
          cell: ({ coverage }) => (
            <>
              <Share ratio={coverage.ratio} />
              <span className={styles.second}>
                <Silence span={coverage.silence} timezone={site.topology.timezone} now={now} />
              </span>
            </>
          ),
        },
      ]}
      rows={rows}
      keyOf={({ device }) => device.id}
      rowProps={() => ({ className: lane.row })}
    />
  );
}

function statusOf(
  coverage: { readonly ratio: number | null; readonly silentNow: number },
  filters: ResolvedFilters,
): Status {
  if (filters.includesNow && coverage.silentNow > 0) return 'offline';
  return (coverage.ratio ?? 1) >= 0.9995 ? 'ok' : 'warning';
}

function passageOf(device: Site['topology']['devices'][number], { topology }: Site): string {
  const at = device.placements[0]?.at;
  const passageId = at && 'passageId' in at ? at.passageId : null;
  return topology.passages.find((passage) => passage.id === passageId)?.name ?? '';
}

/** Returns the span from the first to the last shown instant that is not in the future. */
function wholeOf(spans: readonly Span[], now: number): Span {
  const from = Math.min(...spans.map((span) => span.from), now);
  return { from, to: Math.max(from + 1, Math.min(now, Math.max(...spans.map((span) => span.to), from + 1))) };
}

/** Draws a sensor's silences on a time axis. The figures are next to it. */
function Lane({ silent, whole }: { readonly silent: readonly SilentSpan[]; readonly whole: Span }) {
  const place = (at: number) => Math.min(100, Math.max(0, ((at - whole.from) / (whole.to - whole.from)) * 100));
  return (
    <span className={lane.lane} dir="ltr" aria-hidden="true">
      {silent.map((span) => (
        <span
          key={`${span.from}`}
          className={lane.silent}
          style={{
            left: `${place(span.from)}%`,
            width: `${Math.max(0.4, place(span.to) - place(span.from))}%`,
            // A merged silence is paler the smaller its share of the time.
            opacity: isSingleSilence(span) ? undefined : Math.max(0.25, getSilentShare(span)),
          }}
        />
      ))}
    </span>
  );
}

function Share({ ratio }: { readonly ratio: number | null }) {
  const { locale } = useText();
  const full = ratio === null || ratio >= 0.9995;
  const text = (
    <bdi dir="ltr">{formatPercent(ratio === null ? null : ratio * 100, { locale, decimals: full ? 0 : 1 })}</bdi>
  );
  return (
    <span className={styles.first}>{full ? text : <Chip tone={ratio === 0 ? 'offline' : 'warning'}>{text}</Chip>}</span>
  );
}

function Silence({
  span,
  timezone,
  now,
}: {
  readonly span: Span | null;
  readonly timezone: string;
  readonly now: number;
}) {
  const text = useText();
  return span === null ? text.t('section.reported.always') : formatSilence(span, timezone, now, text);
}
