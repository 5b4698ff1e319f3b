import { formatDayMonth } from '@atrium/domain/core/format';
import {
  addEvent,
  type EventDays,
  engagementChoices,
  type FilterState,
  genderChoices,
  hourChoices,
  removeEvent,
} from '@atrium/domain/dashboards';
import { lastDayOf } from '@atrium/domain/measurements';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Category } from '../site/site.ts';
import { type FilterBarProps, zoneChoice } from './bar-props.ts';
import { DayPanel } from './day-panel.tsx';
import { Choices } from './dropdown.tsx';
import styles from './filters.module.css';
import { ZonePanel } from './zone-panel.tsx';

/** The filters that have no control of their own in the bar. */
export function MorePanel({ filters, site, change, people, all }: FilterBarProps & { readonly all: boolean }) {
  const { say } = useText();
  const { state } = filters;
  return (
    <div className={styles.more}>
      {all && (
        <>
          <Part title={say('filters.zone')}>
            <ZonePanel
              zones={site.topology.zones}
              chosen={filters.zone}
              onChoose={(zoneId) => change(zoneChoice(zoneId, filters))}
            />
          </Part>
          <Part title={say('filters.day')}>
            <DayPanel day={state.day} onChange={(day) => change({ day })} />
          </Part>
        </>
      )}
      <Part title={say('filters.hours')}>
        <Choices
          choices={hourChoices.map((value) => ({ value, label: say(`filters.hours.${value}`) }))}
          chosen={state.hours}
          onChoose={(hours) => change({ hours })}
        />
      </Part>
      {all && people && (
        <Part title={say('filters.gender')}>
          <Choices
            choices={genderChoices.map((value) => ({ value, label: say(`filters.gender.${value}`) }))}
            chosen={state.gender}
            onChoose={(gender) => change({ gender })}
          />
        </Part>
      )}
      {people && (
        <Part title={say('filters.engagement')}>
          <Choices
            choices={engagementChoices.map((value) => ({ value, label: say(`filters.engagement.${value}`) }))}
            chosen={state.engagement}
            onChoose={(engagement) => change({ engagement })}
          />
        </Part>
      )}
      {site.categories.map((category) => (
        <CategoryPart key={category.id} category={category} state={state} change={change} />
      ))}
      {filters.events.length > 0 && (
        <Part title={say('filters.events')}>
          {filters.events.map((event) => (
            <EventTick key={event.id} event={event} filters={filters} change={change} />
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.sheetTitle}>{title}</h3>
      {children}
    </section>
  );
}

interface CategoryPartProps {
  readonly category: Category;
  readonly state: FilterState;
  readonly change: FilterBarProps['change'];
}

/** D06: one choice per category; another takes its place. */
function CategoryPart({ category, state, change }: CategoryPartProps) {
  const { say } = useText();
  const others = state.categories.filter(({ categoryId }) => categoryId !== category.id);
  const chosen = state.categories.find(({ categoryId }) => categoryId === category.id)?.tagId ?? null;
  return (
    <Part title={category.name}>
      <Choices
        choices={[
          { value: null, label: say('filters.all') },
          ...category.tags.map((tag) => ({ value: tag.id, label: tag.name })),
        ]}
        chosen={chosen}
        onChoose={(tagId) =>
          change({
            categories:
              tagId === null
                ? others
                : [...others, { categoryId: category.id, tagId }].sort(
                    (left, right) => left.categoryId - right.categoryId,
                  ),
          })
        }
      />
    </Part>
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
  const { locale } = useText();
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
        {formatDayMonth(event.days.from, locale)} – {formatDayMonth(lastDayOf(event.days), locale)}
      </span>
    </label>
  );
}

type ResolvedProps = Pick<FilterBarProps, 'filters'>;
