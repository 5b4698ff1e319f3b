import { dateAt } from '@atrium/domain/core';
import { formatClock, formatDayName, formatPercent } from '@atrium/domain/core/format';
import { Chip } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { Site } from '../site/site.ts';
import type { CountingModel } from './counting-model.ts';

/** Under 100 %: how much, who was silent, and when it was longest. Complete coverage says nothing. */
export function CoverageChip({
  model,
  site,
  filters,
}: {
  readonly model: CountingModel;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}) {
  const { say, locale } = useText();
  const { ratio, silent } = model.coverage;
  if (ratio === null || ratio >= 0.9995) return null;
  const { timezone, devices } = site.topology;
  const percent = formatPercent(ratio * 100, { locale, decimals: 1 });
  const names = [
    ...new Set(
      silent.map((each) => devices.find((device) => device.id === each.deviceId)?.name ?? `#${each.deviceId}`),
    ),
  ];
  const longest = [...silent].sort((left, right) => right.to - right.from - (left.to - left.from))[0];
  const oneDay = filters.spans.length <= 1 && (filters.spans[0]?.to ?? 0) - (filters.spans[0]?.from ?? 0) < 93_600_000;
  const moment = (at: number) =>
    oneDay ? formatClock(at, timezone) : `${formatDayName(dateAt(timezone, at), locale)} ${formatClock(at, timezone)}`;
  const when = longest ? `${moment(longest.from)}–${moment(longest.to)}` : '';
  const who =
    names.length > 0 && names.length === devices.length
      ? say('counting.coverage.all', { count: names.length })
      : names.length > 2
        ? say('counting.coverage.some', { count: names.length })
        : names.join(', ');
  const detail = silent
    .map(
      (each) =>
        `${devices.find((device) => device.id === each.deviceId)?.name ?? `#${each.deviceId}`} ${moment(each.from)}–${moment(each.to)}`,
    )
    .join('\n');
  return (
    <Chip tone={ratio === 0 ? 'off' : 'warn'} title={detail}>
      <strong>{percent}</strong>
      <span>{who === '' ? say('counting.coverage') : say('counting.coverage.silent', { who, when })}</span>
    </Chip>
  );
}
