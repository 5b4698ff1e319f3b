import { instantToDate, type Span } from '@atrium/domain/core';
import { formatClock, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import type { Coverage } from '@atrium/domain/numbers';
import { isSingleSilence, type ResolvedFilters, type SilentSpan } from '@atrium/domain/pages';
import { Chip } from '../../charts/index.ts';
import { type Translate, useText } from '../../i18n/index.ts';
import { Explainable } from '../explain/explainable.tsx';
import type { Site } from '../site-page/site.ts';

/**
 * Shows coverage below 100 %: the percentage, the silent devices and the costliest silence. Renders nothing at full
 * coverage.
 */
export function CoverageChip({
  model,
  site,
  filters,
  explain = null,
}: {
  readonly model: { readonly coverage: Coverage };
  readonly site: Site;
  readonly filters: ResolvedFilters;
  /** Opens the explanation of the covered number. */
  readonly explain?: (() => void) | null;
}) {
  const text = useText();
  const { t, locale } = text;
  const { ratio, silent } = model.coverage;
  if (ratio === null || ratio >= 0.9995) return null;
  const { timezone, devices } = site.topology;
  const percent = formatPercent(ratio * 100, { locale, decimals: 1 });
  const nameOf = (deviceId: number) => [...devices, ...site.airSensors].find(({ id }) => id === deviceId)?.name ?? null;
  const oneDay = filters.spans.length <= 1 && (filters.spans[0]?.to ?? 0) - (filters.spans[0]?.from ?? 0) < 93_600_000;
  const moment = (at: number) =>
    oneDay
      ? formatClock(at, timezone)
      : `${formatShortDay(instantToDate(timezone, at), text)} ${formatClock(at, timezone)}`;
  const worst = worstSilence(silent);
  const sameDay = (from: number, to: number) => instantToDate(timezone, from) === instantToDate(timezone, to);
  const stretch = ({ from, to }: Span) =>
    `${moment(from)}–${sameDay(from, to) ? formatClock(to, timezone) : moment(to)}`;
  // Isolated, so that it stays left to right within right-to-left text.
  const when = worst ? `\u2066${stretch(worst)}\u2069` : '';
  const isAll = devices.length > 1 && devices.every(({ id }) => worst?.deviceIds.includes(id));
  const isOnly =
    worst !== null && silent.every((each) => isSingleSilence(each) && each.from === worst.from && each.to === worst.to);
  const who = worst ? whoWord(worst.deviceIds.map(nameOf), isAll, t) : '';
  const detail = silent
    .map((each) => {
      const sensor = nameOf(each.deviceId) ?? t('counting.coverage.some', { count: 1 });
      return `${sensor} ${stretch(each)}${isSingleSilence(each) ? '' : ` · ${each.count}×`}`;
    })
    .join('\n');
  return (
    <Explainable explain={explain}>
      <Chip tone={ratio === 0 ? 'offline' : 'warning'} title={detail}>
        <strong>
          <bdi dir="ltr">{percent}</bdi>
        </strong>
        <span>
          {who === ''
            ? t('counting.coverage')
            : t('counting.coverage.silent', { who, when, more: isOnly ? 'no' : 'yes' })}
        </span>
      </Chip>
    </Explainable>
  );
}

/** Meters have no names here, so they are only counted. */
function whoWord(names: readonly (string | null)[], isAll: boolean, t: Translate): string {
  const count = names.length;
  if (isAll) return t('counting.coverage.all', { count });
  return count > 2 || names.includes(null) ? t('counting.coverage.some', { count }) : names.join(', ');
}

/** Returns the silence with the greatest loss. Devices silent over the same span count together. */
function worstSilence(silent: readonly SilentSpan[]) {
  const together = new Map<string, { readonly from: number; readonly to: number; readonly deviceIds: number[] }>();
  for (const { deviceId, from, to } of silent.filter(isSingleSilence)) {
    const key = `${from}/${to}`;
    const group = together.get(key) ?? { from, to, deviceIds: [] };
    group.deviceIds.push(deviceId);
    together.set(key, group);
  }
  const cost = (group: { from: number; to: number; deviceIds: number[] }) =>
    (group.to - group.from) * group.deviceIds.length;
  return [...together.values()].sort((left, right) => cost(right) - cost(left))[0] ?? null;
}
