import { changeTimespan, genderChoices } from '@atrium/domain/dashboards';
import { lazy } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import { type FilterBarProps, zoneChoice } from './bar-props.ts';
import { CompareControl } from './compare-control.tsx';
import { Choices, Dropdown } from './dropdown.tsx';
import { dayWord } from './filter-words.ts';
import styles from './filters.module.css';
import type { ResolvedFilters } from './resolve.ts';
import { TimespanControl } from './timespan-control.tsx';
import { ZonePicker } from './zone-picker.tsx';

/** Panels come with their first opening, not with the page. */
const DayPanel = lazy(() => import('./day-panel.tsx').then((module) => ({ default: module.DayPanel })));
const MorePanel = lazy(() => import('./more-panel.tsx').then((module) => ({ default: module.MorePanel })));

/** D01. Where nothing may be changed only the applied filters are shown, where the time may, only its control. */
export function FilterBar({ filters, site, now, change, people = true }: FilterBarProps) {
  const phone = useMedia('(width < 500px)');
  const { editability } = filters.state;
  if (editability === 'READ_ONLY') return null;
  const parts = { filters, site, now, change, people };
  return (
    <div className={styles.bar}>
      <TimespanControl
        filters={filters}
        site={site}
        now={now}
        onChange={(timespan) => change(changeTimespan(filters.state, timespan, filters.events))}
      />
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {editability === 'EDITABLE' && !phone && <Places {...parts} />}
      {editability === 'EDITABLE' && <MoreFilters {...parts} phone={phone} />}
    </div>
  );
}

function Places({ filters, site, change, people }: FilterBarProps) {
  const { say, locale } = useText();
  const { day, gender } = filters.state;
  return (
    <>
      <ZonePicker
        zones={site.topology.zones}
        chosen={filters.zone}
        onChoose={(zoneId) => change(zoneChoice(zoneId, filters))}
      />
      <Dropdown
        name={say('filters.day')}
        label={
          <>
            <span className={styles.key}>{say('filters.day')}</span>
            <span className={styles.value}>{dayWord(day, { say, locale })}</span>
          </>
        }
      >
        {() => <DayPanel day={day} onChange={(next) => change({ day: next })} />}
      </Dropdown>
      {people && (
        <Dropdown
          name={say('filters.gender')}
          label={
            <>
              <span className={styles.key}>{say('filters.gender')}</span>
              <span className={styles.value}>{say(`filters.gender.${gender}`)}</span>
            </>
          }
        >
          {(close) => (
            <Choices
              choices={genderChoices.map((value) => ({ value, label: say(`filters.gender.${value}`) }))}
              chosen={gender}
              onChoose={(value) => {
                change({ gender: value });
                close();
              }}
            />
          )}
        </Dropdown>
      )}
    </>
  );
}

/** One button for the rest, with how many are set; on a phone the rest is everything but the time. */
function MoreFilters({ phone, ...parts }: FilterBarProps & { readonly phone: boolean }) {
  const { say } = useText();
  const count = setCount(parts.filters, phone);
  return (
    <Dropdown
      name={say('filters.more')}
      chevron={false}
      waiting={<div className={styles.moreWait} />}
      label={
        <>
          <Icon name="filter" size={16} />
          <span className={phone ? 'visually-hidden' : styles.value}>{say('filters.more')}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </>
      }
    >
      {() => <MorePanel {...parts} all={phone} />}
    </Dropdown>
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
