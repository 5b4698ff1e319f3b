import { formatDate } from '@atrium/domain/core/format';
import { getLastDay } from '@atrium/domain/numbers';
import { addEvent, type EventDays, removeEvent } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import { type FilterBarProps, offersDescriptor, toZoneChoice } from './bar-props.ts';
import { DayPanel } from './day-panel.tsx';
import { CategoryPart, EngagementPart, GenderPart, HoursPart, Part } from './filter-parts.tsx';
import styles from './filters.module.css';
import { ZonePanel } from './zone-panel.tsx';

/** The filters without a control of their own in the bar. */
export function MorePanel({ filters, site, change, offers, all }: FilterBarProps & { readonly all: boolean }) {
  const { t } = useText();
  const { state } = filters;
  const { order, zones } = offers;
  return (
    <div className={styles.more}>
      {all && zones !== null && (
        <Part title={t('filters.zone')}>
          <ZonePanel
            zones={zones.zones}
            chosen={zones.chosen}
            onChoose={(zoneId) => change(toZoneChoice(zoneId, zones))}
          />
        </Part>
      )}
      {all && order.includes('day') && (
        <Part title={t('filters.day')}>
          <DayPanel day={state.day} onChange={(day) => change({ day })} />
        </Part>
      )}
      <HoursPart state={state} change={change} />
      {all && order.includes('gender') && offersDescriptor(site, 'gender', state) && (
        <GenderPart {...{ state, change, site }} />
      )}
      {offers.engagement && offersDescriptor(site, 'engagement', state) && (
        <EngagementPart {...{ state, change, site }} />
      )}
      {offers.categories.map((category) => (
        <CategoryPart key={category.id} category={category} state={state} change={change} />
      ))}
      {offers.events && filters.events.length > 0 && (
        <Part title={t('filters.events')}>
          {filters.events.map((event) => (
            <EventTick key={event.id} event={event} filters={filters} change={change} />
          ))}
        </Part>
      )}
    </div>
  );
}

function EventTick({
  event,
  filters,
  change,
}: {
  readonly event: EventDays;
  readonly filters: ResolvedProps['filters'];
  readonly change: FilterBarProps['change'];
}) {
  const text = useText();
  const on = filters.state.events.includes(event.id);
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={on}
        onChange={() => change(on ? removeEvent(filters.state, event, filters.events) : addEvent(filters.state, event))}
      />
      <span className={styles.tickText}>{event.name}</span>
      <span className={styles.key}>
        {formatDate(event.days.from, text)} – {formatDate(getLastDay(event.days), text)}
      </span>
    </label>
  );
}

type ResolvedProps = Pick<FilterBarProps, 'filters'>;
