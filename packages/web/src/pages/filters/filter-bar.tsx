import { changeTimespan } from '@atrium/domain/pages';
import { useMedia } from '../../ui/page/use-media.ts';
import { createLazyPanel, More, NamedDay, NamedGender, NamedZone } from './bar-parts.tsx';
import { type FilterBarProps, offersDescriptor } from './bar-props.ts';
import { CompareControl } from './compare-control.tsx';
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
