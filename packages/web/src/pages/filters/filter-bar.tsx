import { changeTimespan, type FilterState, type ResolvedFilters } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import { useMedia } from '../../ui/page/use-media.ts';
import { createLazyPanel, More, NamedDay, NamedGender, NamedZone } from './bar-parts.tsx';
import { type FilterBarProps, offersDescriptor } from './bar-props.ts';
import { Dropdown } from './dropdown.tsx';
import { formatCompareMode, formatCompareModeShort } from './filter-texts.ts';
import styles from './filters.module.css';
import { TimespanControl } from './timespan-control.tsx';

const MorePanel = createLazyPanel('MorePanel');

/**
 * D01, D09. If filters are locked, only the applied ones are shown. If only the timespan may change, only its control is.
 */
export function FilterBar(props: FilterBarProps) {
  const { filters, site, now, change, offers } = props;
  const phone = useMedia('(width < 500px)');
  const { editability } = filters.state;
  if (editability === 'READ_ONLY') return null;
  return (
    <search className={styles.bar}>
      {!offers.isLive && (
        <TimespanControl
          filters={filters}
          site={site}
          now={now}
          onChange={(timespan) => change(changeTimespan(filters.state, timespan, filters.events))}
        />
      )}
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {editability === 'EDITABLE' && !phone && <Places {...props} />}
      {editability === 'EDITABLE' && <MoreFilters {...props} phone={phone} />}
    </search>
  );
}

/** Shows the filters with a control of their own, in the page's order. */
function Places({ filters: { state }, site, change, offers: { order, zones } }: FilterBarProps) {
  return order.map((type) => {
    if (type === 'zone') return zones && <NamedZone key={type} zones={zones} change={change} />;
    if (type === 'day') return <NamedDay key={type} state={state} change={change} />;
    return type === 'gender' && offersDescriptor(site, 'gender', state) ? (
      <NamedGender key={type} {...{ state, change, site }} />
    ) : null;
  });
}

function MoreFilters({ phone, ...props }: FilterBarProps & { readonly phone: boolean }) {
  return (
    <More phone={phone} set={countSet(props, phone)}>
      {() => <MorePanel {...props} all={phone} waiting={<div className={styles.moreWait} />} />}
    </More>
  );
}

function countSet({ filters: { state }, offers: { zones } }: FilterBarProps, all: boolean): number {
  const rest = [
    state.hours !== 'all',
    state.engagement !== 'all',
    ...state.categories.map(() => true),
    ...state.events.map(() => true),
  ];
  const isZoneSet = zones !== null && zones.chosen.id !== zones.whole.id;
  const first = all ? [isZoneSet, state.day !== null, state.gender !== 'all'] : [];
  return [...rest, ...first].filter(Boolean).length;
}

const ComparePanel = createLazyPanel('ComparePanel');

/** Switch for the comparison, joined to the choice of its mode. */
function CompareControl({
  filters,
  onChange,
}: {
  readonly filters: ResolvedFilters;
  readonly onChange: (compare: FilterState['compare']) => void;
}) {
  const { t, locale } = useText();
  const phone = useMedia('(width < 500px)');
  const { compare } = filters.state;
  const word = (mode: FilterState['compare']['mode']) => formatCompareMode(mode, filters.ranges, { t, locale });
  return (
    <div className={styles.segmented}>
      <button
        type="button"
        role="switch"
        aria-checked={compare.on}
        aria-label={t('filters.compare')}
        className={styles.switch}
        onClick={() => onChange({ ...compare, on: !compare.on })}
      >
        <span className={styles.knob} data-on={compare.on || undefined} aria-hidden="true" />
        <span className={styles.switchWord}>{t('filters.compare')}</span>
      </button>
      <Dropdown
        joined
        name={t('filters.compare')}
        label={
          <span className={styles.value}>
            <span className="visually-hidden">{t('filters.compare')} </span>
            {phone ? formatCompareModeShort(compare.mode, filters.ranges, { t, locale }) : word(compare.mode)}
          </span>
        }
      >
        {(close) => (
          <ComparePanel
            word={word}
            chosen={compare.mode}
            onChoose={(mode) => {
              onChange({ on: true, mode });
              close();
            }}
          />
        )}
      </Dropdown>
    </div>
  );
}
