import { engagementChoices, genderChoices } from '@atrium/domain/dashboards';
import { lazy } from 'react';
import { useText } from '../../i18n/index.ts';
import { Choices, Dropdown } from '../filters/dropdown.tsx';
import { dayWord } from '../filters/filter-words.ts';
import styles from '../filters/filters.module.css';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { Filters } from '../filters/use-filters.ts';
import type { Category } from '../site/site.ts';
import { type PageOffers, weekdaysShown } from './page-filters.ts';

const DayPanel = lazy(() => import('../filters/day-panel.tsx').then((module) => ({ default: module.DayPanel })));

interface PeopleControlsProps {
  readonly filters: ResolvedFilters;
  readonly offers: PageOffers;
  readonly categories: readonly Category[];
  readonly change: Filters['change'];
}

/** Days of the week, who came, and what a place is: each where the page's definition asks for it. */
export function PeopleControls({ filters: { state }, offers, categories, change }: PeopleControlsProps) {
  const { say, locale } = useText();
  const day = weekdaysShown(state, offers);
  return (
    <>
      {offers.weekdays !== null && (
        <Dropdown
          name={say('filters.day')}
          label={<Label name={say('filters.day')} value={dayWord(day, { say, locale })} />}
        >
          {() => <DayPanel day={day} onChange={(next) => change({ day: next })} />}
        </Dropdown>
      )}
      {offers.gender && (
        <OneOf
          name={say('filters.gender')}
          choices={genderChoices.map((value) => ({ value, label: say(`filters.gender.${value}`) }))}
          chosen={state.gender}
          choose={(gender) => change({ gender })}
        />
      )}
      {offers.engagement && (
        <OneOf
          name={say('filters.engagement')}
          choices={engagementChoices.map((value) => ({ value, label: say(`filters.engagement.${value}`) }))}
          chosen={state.engagement}
          choose={(engagement) => change({ engagement })}
        />
      )}
      {categories.map(({ id, name, tags }) => {
        const others = state.categories.filter(({ categoryId }) => categoryId !== id);
        return (
          <OneOf
            key={id}
            name={name}
            choices={[
              { value: null, label: say('filters.all') },
              ...tags.map((tag) => ({ value: tag.id, label: tag.name })),
            ]}
            chosen={state.categories.find(({ categoryId }) => categoryId === id)?.tagId ?? null}
            choose={(tagId) =>
              change({
                categories:
                  tagId === null
                    ? others
                    : [...others, { categoryId: id, tagId }].sort((one, other) => one.categoryId - other.categoryId),
              })
            }
          />
        );
      })}
    </>
  );
}

interface OneOfProps<Value> {
  readonly name: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly choose: (value: Value) => void;
}

function OneOf<Value>({ name, choices, chosen, choose }: OneOfProps<Value>) {
  const word = choices.find(({ value }) => value === chosen)?.label ?? '';
  return (
    <Dropdown name={name} label={<Label name={name} value={word} />}>
      {(close) => (
        <Choices
          choices={choices}
          chosen={chosen}
          onChoose={(value) => {
            choose(value);
            close();
          }}
        />
      )}
    </Dropdown>
  );
}

function Label({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <span className={styles.key}>{name}</span>
      <span className={styles.value}>{value}</span>
    </>
  );
}
