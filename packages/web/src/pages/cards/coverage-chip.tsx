import { type Instant, instantToDate, type Span } from '@atrium/domain/core';
import { formatClock, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import type { Coverage } from '@atrium/domain/numbers';
import { findWorstSilence, isSingleSilence, type ResolvedFilters } from '@atrium/domain/pages';
import { Chip } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Explainable } from '../explain/explainable.tsx';
import type { Site } from '../site-page/site.ts';
import { formatSilenceWords } from '../words/silence-texts.ts';

/**
 * Shows coverage below 100 %: the percentage, the silent devices and the costliest silence. Renders nothing at full
 * coverage.
 */
export function CoverageChip({
  model,
  site,
  filters,
  now,
  explain = null,
}: {
  readonly model: { readonly coverage: Coverage };
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: Instant;
  /** Opens the explanation of the covered number. */
  readonly explain?: (() => void) | null;
}) {
  const text = useText();
  const { t, locale } = text;
  const { ratio, silent } = model.coverage;
  if (ratio === null || ratio >= 0.9995) return null;
  const { timezone, devices } = site.topology;
  const percent = formatPercent(ratio * 100, { locale, decimals: 1 });
  const oneDay = filters.spans.length <= 1 && (filters.spans[0]?.to ?? 0) - (filters.spans[0]?.from ?? 0) < 93_600_000;
  const moment = (at: number) =>
    oneDay
      ? formatClock(at, timezone)
      : `${formatShortDay(instantToDate(timezone, at), text)} ${formatClock(at, timezone)}`;
  const worst = findWorstSilence(silent, now);
  const stretch = ({ from, to }: Span) => {
    const isOneDay = instantToDate(timezone, from) === instantToDate(timezone, to);
    return `${moment(from)}–${isOneDay ? formatClock(to, timezone) : moment(to)}`;
  };
  const words =
    worst &&
    formatSilenceWords(
      worst,
      { deviceIds: devices.map(({ id }) => id), today: oneDay ? instantToDate(timezone, worst.from) : null, timezone },
      text,
    );
  const detail = silent
    .map((each) => {
      const sensor = each.name || t('counting.coverage.some', { count: 1 });
      return `${sensor} ${stretch(each)}${isSingleSilence(each) ? '' : ` · ${each.count}×`}`;
    })
    .join('\n');
  return (
    <Explainable explain={explain}>
      <Chip tone={ratio === 0 ? 'offline' : 'warning'} title={detail}>
        <strong>
          <bdi dir="ltr">{percent}</bdi>
        </strong>
        <span>{words === null ? t('counting.coverage') : t('counting.coverage.silent', { ...words })}</span>
      </Chip>
    </Explainable>
  );
}
