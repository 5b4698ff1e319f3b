import type { FilterState } from '@atrium/domain/pages';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { Site } from '../site-page/site.ts';
import { type FilterBarProps, toZoneChoice, type ZoneOffer } from './bar-props.ts';
import { Dropdown } from './dropdown.tsx';
import { formatDayFilter } from './filter-texts.ts';
import styles from './filters.module.css';

type Panels = typeof import('./panels.ts');

/** Loads all panels when the first one opens, not with the page. */
export const createLazyPanel = <Name extends keyof Panels>(name: Name) =>
  lazyComponent(async () => (await import('./panels.ts'))[name] as ComponentType<ComponentProps<Panels[Name]>>);

const ZonePanel = createLazyPanel('ZonePanel');
const DayPanel = createLazyPanel('DayPanel');
const GenderPanel = createLazyPanel('GenderPanel');

interface PartProps {
  readonly state: FilterState;
  readonly change: FilterBarProps['change'];
}

/** A button with a label and the current choice. */
export function Named(props: {
  readonly name: string;
  readonly value: string;
  readonly children: (close: () => void) => ReactNode;
}) {
  return (
    <Dropdown
      name={props.name}
      label={
        <>
          <span className={styles.key}>{props.name}</span>
          <span className={styles.value}>{props.value}</span>
        </>
      }
    >
      {props.children}
    </Dropdown>
  );
}

/** Chooses one zone. */
export function NamedZone({ zones, change }: { readonly zones: ZoneOffer; readonly change: FilterBarProps['change'] }) {
  const { t } = useText();
  return (
    <Named name={t('filters.zone')} value={zones.chosen.name}>
      {(close) => (
        <ZonePanel
          zones={zones.zones}
          chosen={zones.chosen}
          onChoose={(zoneId) => {
            change(toZoneChoice(zoneId, zones));
            close();
          }}
        />
      )}
    </Named>
  );
}

export function NamedDay({ state: { day }, change }: PartProps) {
  const { t, locale } = useText();
  return (
    <Named name={t('filters.day')} value={formatDayFilter(day, { t, locale })}>
      {() => <DayPanel day={day} onChange={(next) => change({ day: next })} />}
    </Named>
  );
}

export function NamedGender({ state, change, site }: PartProps & { readonly site: Pick<Site, 'told'> }) {
  const { t } = useText();
  return (
    <Named name={t('filters.gender')} value={t(`filters.gender.${state.gender}`)}>
      {(close) => (
        <GenderPanel
          gender={state.gender}
          site={site}
          onChoose={(gender) => {
            change({ gender });
            close();
          }}
        />
      )}
    </Named>
  );
}

/** A button for the other filters, with the number of those set. On phones it holds all but the timespan. */
export function More(props: { readonly phone: boolean; readonly set: number; readonly children: () => ReactNode }) {
  const { t } = useText();
  return (
    <Dropdown
      name={t('filters.more')}
      chevron={false}
      label={
        <>
          <Icon name="filter" size={16} />
          <span className={props.phone ? 'visually-hidden' : styles.value}>{t('filters.more')}</span>
          {props.set > 0 && <span className={styles.count}>{props.set}</span>}
        </>
      }
    >
      {props.children}
    </Dropdown>
  );
}
