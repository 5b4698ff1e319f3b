import { changeTimespan, type ResolvedFilters } from '@atrium/domain/dashboards';
import { useMedia } from '../../ui/page/use-media.ts';
import { createLazyPanel, More, NamedDay, NamedGender, NamedZone } from './bar-parts.tsx';
import { type FilterBarProps, offersDescriptor } from './bar-props.ts';
import { CompareControl } from './compare-control.tsx';
import styles from './filters.module.css';
import { TimespanControl } from './timespan-control.tsx';

const MorePanel = createLazyPanel('MorePanel');

/**
 * D01. If filters are locked, only the applied ones are shown. If only the timespan may change, only its control is.
 */
export function FilterBar({ filters, site, now, change, people = true }: FilterBarProps) {
  const phone = useMedia('(width < 500px)');
  const { editability } = filters.state;
  if (editability === 'READ_ONLY') return null;
  const parts = { filters, site, now, change, people };
  return (
    <search className={styles.bar}>
      <TimespanControl
        filters={filters}
        site={site}
        now={now}
        onChange={(timespan) => change(changeTimespan(filters.state, timespan, filters.events))}
      />
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {editability === 'EDITABLE' && !phone && <Places {...parts} />}
      {editability === 'EDITABLE' && <MoreFilters {...parts} phone={phone} />}
    </search>
  );
}

function Places({ filters, site, change, people }: FilterBarProps) {
  const { state } = filters;
  return (
    <>
      <NamedZone {...{ filters, site, change }} />
      <NamedDay state={state} change={change} />
      {people && offersDescriptor(site, 'gender', state) && <NamedGender {...{ state, change, site }} />}
    </>
  );
}

function MoreFilters({ phone, ...parts }: FilterBarProps & { readonly phone: boolean }) {
  return (
    <More phone={phone} set={setCount(parts.filters, phone)}>
      {() => <MorePanel {...parts} all={phone} waiting={<div className={styles.moreWait} />} />}
    </More>
  );
}

function setCount({ state, zone, topZone }: ResolvedFilters, all: boolean): number {
  const rest = [
    state.hours !== 'all',
    state.engagement !== 'all',
    ...state.categories.map(() => true),
    ...state.events.map(() => true),
  ];
  const first = all ? [zone.id !== topZone.id, state.day !== null, state.gender !== 'all'] : [];
  return [...rest, ...first].filter(Boolean).length;
}
