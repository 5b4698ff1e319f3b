import { useQuery } from '@apollo/client/react';
import { getWeekday, type LocalDate, toSiteDay } from '@atrium/domain/core';
import { formatDate, formatDay, formatNumber } from '@atrium/domain/core/format';
import { listCarouselDays } from '@atrium/domain/numbers/heatmaps';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  findZone,
  isClosedThroughout,
  listWidgetZones,
  pollIntervals,
  type WidgetContext,
} from '@atrium/domain/pages/widgets';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { Select } from '../../../ui/form/select.tsx';
import { useShownTheme } from '../../../ui/theme.ts';
import { EmptyState, FailedState, Quiet, Skeleton } from '../chrome/widget-states.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { Carousel } from './carousel.tsx';
import { type HeatmapGender, WidgetHeatmapDocument } from './operations.generated.ts';

/** Default number of days in the carousel: the most the server lists at once. */
const maxDays = 100;

/** Shows where people were, one image per day, over the zone's plan. */
export function View({ widget, context, site, height, live, setLine, setTable }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const theme = useShownTheme();
  const [gender, setGender] = useState<HeatmapGender>(() => genderOf(context.filters.genders));
  const [chosen, setChosen] = useState<string | null>(null);
  const [zoneId] = listWidgetZones(widget, context);
  const today = toSiteDay(site.topology, context.now);
  const limit = widget.configuration?.dayLimit ?? maxDays;
  const days = context.filters.ranges
    .flatMap((range) => listCarouselDays(range, today, maxDays))
    .filter((day) => isWeekdayShown(day, widget, context))
    .slice(-limit);
  const { data, error, loading, refetch } = useQuery(WidgetHeatmapDocument, {
    variables: {
      zoneId: zoneId ?? 0,
      from: days[0] ?? today,
      to: days.at(-1) ?? today,
      gender,
      theme: theme === 'dark' ? 'DARK' : 'LIGHT',
    },
    skip: zoneId === undefined || days.length === 0,
    pollInterval: live === null ? 0 : pollIntervals[live],
    fetchPolicy: 'network-only',
  });
  const images = data?.heatmapDays;
  const last = images?.at(-1)?.date ?? null;
  const date = chosen !== null && days.includes(chosen) ? chosen : last;
  const image = images?.find((each) => each.date === date) ?? null;
  const zone = zoneId === undefined ? null : findZone(context.sites, zoneId);
  const hours = image === null ? null : formatNumber(image.personHours, { locale, decimals: 0 });
  const name = zone?.name ?? '';
  useEffect(() => {
    setLine(
      <span>
        <bdi>{name}</bdi>
        {hours !== null && ` · ${t('heatmap.personHours', { hours })}`}
      </span>,
    );
    return () => setLine(null);
  }, [setLine, name, hours, t]);
  useEffect(() => {
    const columns = [t('heatmap.day'), t('heatmap.hours')];
    const write = (hours: number, form: 'read' | 'plain') =>
      form === 'plain' ? String(hours) : formatNumber(hours, { locale, decimals: 1 });
    setTable(
      images?.length
        ? (form) => ({
            columns,
            rows: images.map((each) => [
              form === 'plain' ? each.date : formatDate(each.date, { locale, dateFormat }),
              write(each.personHours, form),
            ]),
          })
        : null,
    );
    return () => setTable(null);
  }, [setTable, images, t, locale, dateFormat]);

  if (zoneId === undefined || zone === null) return <Quiet icon="alert" title={t('heatmap.wrongConfig')} />;
  if (error && !images) return <FailedState code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (!images && loading) return <Skeleton type="heatmap" count={1} />;
  if ((images ?? []).length === 0 && isClosedThroughout(widget, context))
    return <EmptyState why="closed" site={site} now={context.now} isLive={false} />;
  if (!images || images.length === 0 || date === null)
    return (
      <Quiet icon="person" title={t('heatmap.notAvailable')} detail={t('heatmap.notAvailable.detail')}>
        <GenderSwitch gender={gender} choose={setGender} />
      </Quiet>
    );
  return (
    <Carousel
      days={days}
      date={date}
      image={image}
      label={t('heatmap.image', { zone: zone.name, day: formatDay(date, { locale, dateFormat }) })}
      height={height}
      choose={setChosen}
      renew={() => void retryQuery(refetch)}
    >
      <GenderSwitch gender={gender} choose={setGender} />
    </Carousel>
  );
}

function isWeekdayShown(day: LocalDate, { ignoredFilters }: Widget, { filters: { weekdays } }: WidgetContext): boolean {
  if (weekdays === null || ignoredFilters?.includes('day')) return true;
  return weekdays.days.includes(getWeekday(day)) !== weekdays.exclude;
}

const genders = ['ALL', 'FEMALE', 'MALE', 'UNKNOWN'] as const;
const words = {
  ALL: 'widgets.group.all',
  FEMALE: 'descriptor.female',
  MALE: 'descriptor.male',
  UNKNOWN: 'descriptor.unknown',
} as const;

/** Returns the page's gender filter if it is a single gender, else everybody. */
function genderOf(filtered: readonly string[] | null): HeatmapGender {
  const [only, ...more] = (filtered ?? []).map((word) => word.toUpperCase());
  return more.length === 0 ? (genders.find((gender) => gender === only) ?? 'ALL') : 'ALL';
}

function GenderSwitch({
  gender,
  choose,
}: {
  readonly gender: HeatmapGender;
  readonly choose: (gender: HeatmapGender) => void;
}) {
  const { t } = useText();
  return (
    <Select
      aria-label={t('heatmap.gender')}
      value={gender}
      onChange={({ target }) => choose(genders.find((each) => each === target.value) ?? 'ALL')}
    >
      {genders.map((each) => (
        <option key={each} value={each}>
          {t(words[each])}
        </option>
      ))}
    </Select>
  );
}
