import type { ZoneId } from '@atrium/domain/core';
import { type HourChoice, hourChoices } from '@atrium/domain/dashboards';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import type { Site } from '../site/site.ts';
import { CompareControl } from './compare-control.tsx';
import { Choices, Dropdown } from './dropdown.tsx';
import { timespanWord } from './filter-words.ts';
import styles from './filters.module.css';
import type { ResolvedFilters } from './resolve.ts';
import { TimespanControl } from './timespan-control.tsx';
import type { Filters } from './use-filters.ts';
import { ZonePanel, ZonePicker } from './zone-picker.tsx';

interface FilterBarProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly change: Filters['change'];
}

export function FilterBar({ filters, site, now, change }: FilterBarProps) {
  const phone = useMedia('(width < 500px)');
  const parts = { filters, site, now, change };
  return (
    <div className={styles.bar}>
      <TimespanControl filters={filters} site={site} now={now} onChange={(timespan) => change({ timespan })} />
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {phone ? <MoreFilters {...parts} /> : <ZoneAndHours {...parts} />}
    </div>
  );
}

function ZoneAndHours({ filters, site, change }: FilterBarProps) {
  const { say } = useText();
  const { hours } = filters.state;
  const name = say('filters.hours');
  return (
    <>
      <ZonePicker
        zones={site.topology.zones}
        chosen={filters.zone}
        onChoose={(zoneId) => change(zoneChoice(zoneId, filters))}
      />
      <Dropdown
        name={name}
        label={
          <>
            <span className={styles.key}>{name}</span>
            <span className={styles.value}>{say(`filters.hours.${hours}`)}</span>
          </>
        }
      >
        {(close) => (
          <HourChoices
            chosen={hours}
            onChoose={(choice) => {
              change({ hours: choice });
              close();
            }}
          />
        )}
      </Dropdown>
    </>
  );
}

/** On a phone: one button for the rest, with how many are set. */
function MoreFilters({ filters, site, change }: FilterBarProps) {
  const { say } = useText();
  const { hours } = filters.state;
  const count = (filters.zone.id === filters.topZone.id ? 0 : 1) + (hours === 'all' ? 0 : 1);
  return (
    <Dropdown
      name={say('filters.more')}
      chevron={false}
      label={
        <>
          <span className="visually-hidden">{say('filters.more')}</span>
          <Icon name="filter" size={16} />
          {count > 0 && <span className={styles.value}>{count}</span>}
        </>
      }
    >
      {() => (
        <>
          <h3 className={styles.sheetTitle}>{say('filters.zone')}</h3>
          <ZonePanel
            zones={site.topology.zones}
            chosen={filters.zone}
            onChoose={(zoneId) => change(zoneChoice(zoneId, filters))}
          />
          <h3 className={styles.sheetTitle}>{say('filters.hours')}</h3>
          <HourChoices chosen={hours} onChoose={(choice) => change({ hours: choice })} />
        </>
      )}
    </Dropdown>
  );
}

function HourChoices({
  chosen,
  onChoose,
}: {
  readonly chosen: HourChoice;
  readonly onChoose: (choice: HourChoice) => void;
}) {
  const { say } = useText();
  return (
    <Choices
      choices={hourChoices.map((choice) => ({ value: choice, label: say(`filters.hours.${choice}`) }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

/** The top zone is the default, so choosing it leaves nothing in the address. */
function zoneChoice(zoneId: ZoneId, { topZone }: ResolvedFilters) {
  return { zoneId: zoneId === topZone.id ? null : zoneId };
}

interface AppliedRowProps {
  readonly filters: ResolvedFilters;
  readonly change: Filters['change'];
  readonly reset: () => void;
  readonly coverage: ReactNode;
}

/** D04: what is applied, each with its way back to the default; the default days and the top zone stay. */
export function AppliedRow({ filters, change, reset, coverage }: AppliedRowProps) {
  const { say, locale } = useText();
  const { state, zone, topZone, timespan, ranges } = filters;
  const zoned = zone.id !== topZone.id;
  const isToday = timespan.kind === 'preset' && timespan.preset === 'today';
  const removable = !filters.isDefaultTimespan && !isToday;
  return (
    <div className={styles.applied}>
      <span className={styles.appliedWord}>{say('filters.applied')}</span>
      <AppliedChip
        value={timespanWord(timespan, ranges, { say, locale })}
        onRemove={removable ? () => change({ timespan: null }) : null}
      />
      {zoned && <AppliedChip name={say('filters.zone')} value={zone.name} onRemove={() => change({ zoneId: null })} />}
      {state.hours !== 'all' && (
        <AppliedChip
          name={say('filters.hours')}
          value={say(`filters.hours.${state.hours}`)}
          onRemove={() => change({ hours: 'all' })}
        />
      )}
      {(!filters.isDefaultTimespan || zoned || state.hours !== 'all') && (
        <button type="button" className={styles.reset} onClick={reset}>
          {say('filters.reset')}
        </button>
      )}
      <span className={styles.coverage}>{coverage}</span>
    </div>
  );
}

function AppliedChip({
  name,
  value,
  onRemove,
}: {
  readonly name?: string;
  readonly value: string;
  readonly onRemove: (() => void) | null;
}) {
  const { say } = useText();
  return (
    <span className={styles.chip} data-fixed={onRemove === null || undefined}>
      {onRemove === null && <Icon name="lock" size={12} />}
      {name !== undefined && <span className={styles.chipKey}>{name}</span>}
      <span className={styles.chipValue}>{value}</span>
      {onRemove === null ? (
        <span className="visually-hidden">{say('filters.fixed')}</span>
      ) : (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={say('filters.remove', { what: value })}
          onClick={onRemove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
