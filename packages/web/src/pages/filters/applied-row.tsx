import type { DayRange } from '@atrium/domain/numbers';
import { changeTimespan, type ResolvedFilters, removeEvent } from '@atrium/domain/pages';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { Site } from '../site-page/site.ts';
import { formatDayFilter, formatDays, formatTimespan } from './filter-texts.ts';
import styles from './filters.module.css';
import type { Filters } from './use-filters.ts';

interface AppliedRowProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly change: Filters['change'];
  readonly reset: () => void;
  /** Whether the weekdays are the page's initial ones. They cannot be reset. */
  readonly isStartDay?: boolean;
  /** Whether the page only shows live data. Then it has no days. */
  readonly isTimeless?: boolean;
  /** Shown at the end of the row. */
  readonly coverage?: ReactNode;
}

interface Applied {
  readonly key: string;
  readonly name?: string;
  readonly value: string;
  /** Null if it cannot be removed. */
  readonly remove: (() => void) | null;
}

const foldedKey = 'atrium.filters.folded';

/** D04: lists the applied filters, each with a button to reset it. Folded, it still shows their number. */
export function AppliedRow({
  filters,
  site,
  change,
  reset,
  isStartDay = false,
  isTimeless = false,
  coverage,
}: AppliedRowProps) {
  const { t } = useText();
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) !== null);
  const applied = useApplied({ filters, site, change, isStartDay, isTimeless });
  const fold = () => {
    setFolded(!folded);
    if (folded) localStorage.removeItem(foldedKey);
    else localStorage.setItem(foldedKey, '1');
  };
  return (
    <section className={styles.applied} aria-label={t('filters.applied')}>
      <button type="button" className={styles.appliedWord} aria-expanded={!folded} onClick={fold}>
        {t('filters.applied')}
        {folded && <span className={styles.count}>{applied.length}</span>}
        <Icon name={folded ? 'chevronEnd' : 'chevronDown'} size={12} />
      </button>
      {!folded && applied.map(({ key, ...chip }) => <AppliedChip key={key} {...chip} />)}
      {!folded && applied.some(({ remove }) => remove !== null) && (
        <button type="button" className={styles.reset} onClick={reset}>
          {t('filters.reset')}
        </button>
      )}
      <span className={styles.coverage}>{coverage}</span>
    </section>
  );
}

function useApplied({
  filters,
  site,
  change,
  isStartDay,
  isTimeless,
}: Omit<AppliedRowProps, 'reset' | 'coverage'>): Applied[] {
  const text = useText();
  const { t } = text;
  const { state, zone, topZone } = filters;
  const chips: (Applied | false)[] = [
    ...(isTimeless ? [] : timeChips(filters, change, text)),
    ...filters.events
      .filter((event) => state.events.includes(event.id))
      .map((event) => ({
        key: `event ${event.id}`,
        name: t('filters.event'),
        value: event.name,
        remove: () => change(removeEvent(state, event, filters.events)),
      })),
    zone.id !== topZone.id && {
      key: 'zone',
      name: t('filters.zone'),
      value: zone.name,
      remove: () => change({ zoneId: null }),
    },
    state.day !== null && {
      key: 'day',
      name: t('filters.day'),
      value: formatDayFilter(state.day, text),
      remove: isStartDay ? null : () => change({ day: null }),
    },
    state.hours !== 'all' && {
      key: 'hours',
      name: t('filters.hours'),
      value: t(`filters.hours.${state.hours}`),
      remove: () => change({ hours: 'all' }),
    },
    state.gender !== 'all' && {
      key: 'gender',
      name: t('filters.gender'),
      value: t(`filters.gender.${state.gender}`),
      remove: () => change({ gender: 'all' }),
    },
    state.engagement !== 'all' && {
      key: 'engagement',
      name: t('filters.engagement'),
      value: t(`filters.engagement.${state.engagement}`),
      remove: () => change({ engagement: 'all' }),
    },
    ...site.categories.flatMap((category) => {
      const tagId = state.categories.find(({ categoryId }) => categoryId === category.id)?.tagId;
      const tag = category.tags.find(({ id }) => id === tagId);
      if (!tag) return [];
      const categories = state.categories.filter(({ categoryId }) => categoryId !== category.id);
      return [{ key: `tag ${tag.id}`, name: category.name, value: tag.name, remove: () => change({ categories }) }];
    }),
  ];
  const applied = chips.filter((chip): chip is Applied => chip !== false);
  if (state.editability === 'EDITABLE') return applied;
  return applied.map((chip) => {
    const open = state.editability === 'PARTIALLY_EDITABLE' && (chip.key === 'time' || chip.key.startsWith('range'));
    return open ? chip : { ...chip, remove: null };
  });
}

/** Returns the timespan as one chip, or as one chip per range. Removing the last one restores the default. */
function timeChips(
  filters: ResolvedFilters,
  change: AppliedRowProps['change'],
  reader: Parameters<typeof formatTimespan>[2],
): Applied[] {
  const { state, timespan, ranges, events, isDefaultTimespan } = filters;
  if (timespan.kind === 'custom' && ranges.length > 1)
    return ranges.map((range) => ({
      key: `range ${range.from}`,
      value: formatDays([range], reader),
      remove: () => change(changeTimespan(state, { kind: 'custom', ranges: without(ranges, range) }, events)),
    }));
  const isToday = timespan.kind === 'preset' && timespan.preset === 'today';
  const remove = isDefaultTimespan || isToday ? null : () => change(changeTimespan(state, null, events));
  return [{ key: 'time', value: formatTimespan(timespan, ranges, reader), remove }];
}

function without(ranges: readonly DayRange[], range: DayRange): readonly DayRange[] {
  return ranges.filter((each) => each !== range);
}

function AppliedChip({ name, value, remove }: Omit<Applied, 'key'>) {
  const { t } = useText();
  return (
    <span className={styles.chip} data-fixed={remove === null || undefined}>
      {remove === null && <Icon name="lock" size={12} />}
      {name !== undefined && <span className={styles.chipKey}>{name}</span>}
      <span className={styles.chipValue}>{value}</span>
      {remove === null ? (
        <span className="visually-hidden">{t('filters.fixed')}</span>
      ) : (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={t('filters.remove', { what: value })}
          onClick={remove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
