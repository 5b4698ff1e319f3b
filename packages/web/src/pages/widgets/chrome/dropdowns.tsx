import { id, type TagId, type ZoneId } from '@atrium/domain/core';
import { formatDay } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/numbers';
import { engagementChoices, genderChoices } from '@atrium/domain/pages';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  listOfferedDays,
  listWidgetZones,
  type PageFilters,
  type WidgetChoice,
  type WidgetContext,
} from '@atrium/domain/pages/widgets';
import { listAncestors, listTopZones, type Zone } from '@atrium/domain/sites';
import { useText } from '../../../i18n/index.ts';
import { LongSelect } from '../../../ui/choice/long-select.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { MetricIcon } from '../../metric-icon.tsx';
import type { Category } from '../../site-page/site.ts';
import { getOwnColor } from '../../words/colors.ts';
import { formatMetricName } from '../../words/metric-texts.ts';

/** The choices in a widget's header, in the order of its definition. */
export function Dropdowns(props: DropdownsProps) {
  const { headers = [] } = props.widget;
  // `zone` includes the choice of the top zone.
  const shown = headers.filter((type) => type !== 'topZone' || !headers.includes('zone'));
  return [...new Set(shown)].map((type) => {
    const Choice = choices[type];
    return <Choice key={type} {...props} />;
  });
}

const choices = {
  metric: MetricChoice,
  zone: ZoneChoice,
  topZone: ZoneChoice,
  gender: GenderChoice,
  engagement: EngagementChoice,
  category: CategoryChoices,
  date: DayChoice,
} as const;

function MetricChoice({ widget, context: { choice }, onChoose }: DropdownsProps) {
  const { t } = useText();
  const isOneAtATime = widget.type === 'gridChart';
  const only = widget.configuration?.dropdownsConfig?.find(({ type }) => type === 'metric')?.metrics ?? [];
  const offered = (widget.metrics ?? []).flatMap((metric, index) =>
    only.length === 0 || only.includes(metric.type) ? [{ metric, index }] : [],
  );
  if ((widget.metrics?.length ?? 0) < 2) return null;
  const chosen = widget.metrics?.[choice.metric ?? (isOneAtATime ? 0 : -1)]?.type;
  return (
    <Select
      look="small"
      icon={chosen === undefined ? null : <MetricIcon metric={chosen} color={getOwnColor(widget, chosen)} />}
      aria-label={t('widgets.choose.metric')}
      value={choice.metric ?? (isOneAtATime ? 0 : '')}
      onChange={({ target }) => onChoose({ ...choice, metric: target.value === '' ? null : Number(target.value) })}
    >
      {!isOneAtATime && <option value="">{t('widgets.choose.allMetrics')}</option>}
      {offered.map(({ metric, index }) => {
        const known = findMetric(metric.type);
        return (
          <option key={index} value={index}>
            {known ? formatMetricName(widget, index, known, t) : metric.type}
          </option>
        );
      })}
    </Select>
  );
}

interface Offered {
  readonly value: string;
  readonly label: string;
}

/** A single choice, with the page's filter as the default. */
function OneOf({
  name,
  all,
  offered,
  value,
  choose,
}: {
  readonly name: string;
  readonly all: string;
  readonly offered: readonly Offered[];
  readonly value: string | null;
  readonly choose: (value: string | null) => void;
}) {
  return (
    <Select
      look="small"
      aria-label={name}
      value={value ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    >
      <option value="">{all}</option>
      {offered.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </Select>
  );
}

function GenderChoice({ context: { choice }, told, onChoose }: DropdownsProps) {
  const { t } = useText();
  if (!told.includes('gender')) return null;
  const offered = genderChoices.filter((value) => value !== 'all');
  return (
    <OneOf
      name={t('filters.gender')}
      all={`${t('filters.gender')}: ${t('filters.gender.all')}`}
      offered={offered.map((value) => ({ value, label: t(`filters.gender.${value}`) }))}
      value={choice.gender}
      choose={(gender) => onChoose({ ...choice, gender })}
    />
  );
}

function EngagementChoice({ context: { choice }, told, onChoose }: DropdownsProps) {
  const { t } = useText();
  if (!told.includes('engagement')) return null;
  const offered = engagementChoices.filter((value) => value !== 'all');
  return (
    <OneOf
      name={t('filters.engagement')}
      all={`${t('filters.engagement')}: ${t('filters.engagement.all')}`}
      offered={offered.map((value) => ({ value, label: t(`filters.engagement.${value}`) }))}
      value={choice.engagement}
      choose={(engagement) => onChoose({ ...choice, engagement })}
    />
  );
}

/** The tags of the widget's own category, or of each category of its site. */
function CategoryChoices({ widget, context: { choice }, categories, onChoose }: DropdownsProps) {
  const { t } = useText();
  const own = widget.category?.categoryId;
  const offered = own === undefined ? categories : categories.filter((category) => category.id === own);
  return offered.map((category) => (
    <OneOf
      key={category.id}
      name={category.name}
      all={`${category.name}: ${t('filters.all')}`}
      offered={category.tags.map((tag) => ({ value: String(tag.id), label: tag.name }))}
      value={choice.tag?.categoryId === category.id ? String(choice.tag.tagId) : null}
      choose={(value) =>
        onChoose({
          ...choice,
          tag: value === null ? null : { categoryId: category.id, tagId: id<TagId>(Number(value)) },
        })
      }
    />
  ));
}

function DayChoice({ context: { choice }, pageFilters, onChoose }: DropdownsProps) {
  const text = useText();
  const { t } = text;
  const days = listOfferedDays(pageFilters.ranges);
  if (days.length < 2) return null;
  return (
    <OneOf
      name={t('filters.day')}
      all={`${t('filters.day')}: ${t('filters.all')}`}
      offered={days.map(({ from }) => ({ value: from, label: formatDay(from, text) }))}
      value={choice.range?.from ?? null}
      choose={(value) => onChoose({ ...choice, range: days.find(({ from }) => from === value) ?? null })}
    />
  );
}

/**
 * Offers the zones below those of the widget. With `topZone` in the definition the site's outermost zone comes first,
 * even if the widget shows parts of it only.
 */
function ZoneChoice({ widget, context, onChoose }: DropdownsProps) {
  const { t } = useText();
  const { choice, sites } = context;
  const config = widget.configuration?.dropdownsConfig?.find(({ type }) => type === 'zone' || type === 'topZone');
  const hasTop = widget.headers?.includes('topZone') === true;
  const shown = listWidgetZones(widget, { ...context, choice: { ...choice, zoneId: null } });
  const offered = sites.flatMap(({ name, zones }) => {
    const tops = new Set(listTopZones(zones).map(({ id }) => id));
    const isShown = zones.some(({ id }) => shown.includes(id));
    return zones
      .filter((zone) => (hasTop && isShown && tops.has(zone.id)) || isOffered(zone, zones, shown, config?.zoneIds))
      .map((zone) => ({ zone, isTop: tops.has(zone.id), depth: listAncestors(zones, zone.id).size, site: name }));
  });
  const many = new Set(offered.map(({ site }) => site)).size > 1;
  return (
    <LongSelect
      look="small"
      label={t('widgets.choose.zone')}
      value={String(choice.zoneId ?? '')}
      options={[
        { value: '', text: t('widgets.choose.allZones') },
        ...offered.map(({ zone, isTop, depth, site }) => ({
          value: String(zone.id),
          text:
            '\u2003'.repeat(depth) +
            (isTop ? t('widgets.choose.topZone', { name: many ? site : zone.name }) : zone.name),
          ...(many && { aside: site }),
          isDisabled: isTop && config?.isTopZoneDisabled === true,
        })),
      ]}
      onChange={(value) => onChoose({ ...choice, zoneId: value === '' ? null : (Number(value) as ZoneId) })}
    />
  );
}

function isOffered(
  zone: Zone,
  zones: readonly Zone[],
  shown: readonly ZoneId[],
  named: readonly number[] | undefined,
): boolean {
  if (named !== undefined && named.length > 0) return named.includes(zone.id);
  const above = listAncestors(zones, zone.id);
  return shown.some((zoneId) => zoneId === zone.id || above.has(zoneId));
}

interface DropdownsProps {
  readonly widget: Widget;
  readonly context: WidgetContext;
  /** The page's filters, before the widget's own choices. */
  readonly pageFilters: PageFilters;
  /** Categories of the widget's site. */
  readonly categories: readonly Category[];
  /** Descriptors that the sensors of its sites report. */
  readonly told: readonly string[];
  readonly onChoose: (choice: WidgetChoice) => void;
}
