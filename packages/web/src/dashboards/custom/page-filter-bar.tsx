import { genderChoices } from '@atrium/domain/dashboards';
import { lazy, type ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import { CompareControl } from '../filters/compare-control.tsx';
import { Choices, Dropdown } from '../filters/dropdown.tsx';
import { dayWord } from '../filters/filter-words.ts';
import styles from '../filters/filters.module.css';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { TimespanControl } from '../filters/timespan-control.tsx';
import type { Filters } from '../filters/use-filters.ts';
import type { Category, Site } from '../site/site.ts';
import type { PageOffers } from './page-filters.ts';
import { PageZonePanel, type PageZones } from './page-zones.tsx';

const DayPanel = lazy(() => import('../filters/day-panel.tsx').then((module) => ({ default: module.DayPanel })));
const PageMorePanel = lazy(() => import('./page-more-panel.tsx').then((module) => ({ default: module.PageMorePanel })));

export interface PageFilterBarProps {
  readonly filters: ResolvedFilters;
  readonly offers: PageOffers;
  readonly site: Site;
  readonly now: number;
  readonly zones: PageZones | null;
  readonly categories: readonly Category[];
  readonly change: Filters['change'];
}

/** The filters a custom page offers (D09): its days and hours always, anything else where it is among its own filters. */
export function PageFilterBar(props: PageFilterBarProps) {
  const { filters, site, now, change } = props;
  const phone = useMedia('(width < 500px)');
  const { editability } = filters.state;
  if (editability === 'READ_ONLY') return null;
  return (
    <div className={styles.bar}>
      <TimespanControl filters={filters} site={site} now={now} onChange={(timespan) => change({ timespan })} />
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {editability === 'EDITABLE' && !phone && <Places {...props} />}
      {editability === 'EDITABLE' && <More {...props} phone={phone} />}
    </div>
  );
}

function Places({ filters, offers, zones, change }: PageFilterBarProps) {
  const { say, locale } = useText();
  const { day, gender } = filters.state;
  return (
    <>
      {zones !== null && (
        <Named name={say('filters.zone')} value={zones.chosen.name}>
          {(close) => <PageZonePanel of={zones} change={change} close={close} />}
        </Named>
      )}
      {offers.day !== null && (
        <Named name={say('filters.day')} value={dayWord(day, { say, locale })}>
          {() => <DayPanel day={day} onChange={(next) => change({ day: next })} />}
        </Named>
      )}
      {offers.gender && (
        <Named name={say('filters.gender')} value={say(`filters.gender.${gender}`)}>
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
        </Named>
      )}
    </>
  );
}

function Named(props: {
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

/** One button for the rest, with how many are set; on a phone the rest is everything but the time. */
function More({ phone, ...props }: PageFilterBarProps & { readonly phone: boolean }) {
  const { say } = useText();
  const { state } = props.filters;
  const rest = [state.hours !== 'all', state.engagement !== 'all', ...state.categories.map(() => true)];
  const first = phone ? [state.zoneId !== null, state.day !== null, state.gender !== 'all'] : [];
  const count = [...rest, ...first].filter(Boolean).length;
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
      {() => <PageMorePanel {...props} all={phone} />}
    </Dropdown>
  );
}
