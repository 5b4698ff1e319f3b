import { type FilterState, hourChoices } from '@atrium/domain/pages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Category, Site } from '../site-page/site.ts';
import type { FilterBarProps } from './bar-props.ts';
import { Choices, EngagementPanel, GenderPanel } from './choice-panels.tsx';
import styles from './filters.module.css';

/** A titled section of a filter panel. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.sheetTitle}>{title}</h3>
      {children}
    </section>
  );
}

interface PartProps {
  readonly state: FilterState;
  readonly change: FilterBarProps['change'];
}

export function HoursPart({ state, change }: PartProps) {
  const { t } = useText();
  return (
    <Part title={t('filters.hours')}>
      <Choices
        choices={hourChoices.map((value) => ({ value, label: t(`filters.hours.${value}`) }))}
        chosen={state.hours}
        onChoose={(hours) => change({ hours })}
      />
    </Part>
  );
}

type PeoplePartProps = PartProps & { readonly site: Pick<Site, 'told'> };

export function GenderPart({ state, change, site }: PeoplePartProps) {
  const { t } = useText();
  return (
    <Part title={t('filters.gender')}>
      <GenderPanel gender={state.gender} site={site} onChoose={(gender) => change({ gender })} />
    </Part>
  );
}

export function EngagementPart({ state, change, site }: PeoplePartProps) {
  const { t } = useText();
  return (
    <Part title={t('filters.engagement')}>
      <EngagementPanel engagement={state.engagement} site={site} onChoose={(engagement) => change({ engagement })} />
    </Part>
  );
}

interface CategoryPartProps extends PartProps {
  readonly category: Category;
}

/** D06: one tag per category. A new choice replaces the previous one. */
export function CategoryPart({ category, state, change }: CategoryPartProps) {
  const { t } = useText();
  const others = state.categories.filter(({ categoryId }) => categoryId !== category.id);
  const chosen = state.categories.find(({ categoryId }) => categoryId === category.id)?.tagId ?? null;
  return (
    <Part title={category.name}>
      <Choices
        choices={[
          { value: null, label: t('filters.all') },
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
