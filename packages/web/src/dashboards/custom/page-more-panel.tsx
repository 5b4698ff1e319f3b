import { useText } from '../../i18n/index.ts';
import { offersDescriptor } from '../filters/bar-props.ts';
import { DayPanel } from '../filters/day-panel.tsx';
import { CategoryPart, EngagementPart, GenderPart, HoursPart, Part } from '../filters/filter-parts.tsx';
import styles from '../filters/filters.module.css';
import type { PageFilterBarProps } from './page-zones.tsx';
import { PageZonePanel } from './page-zones.tsx';

/** Shows the filters without a control in the bar. `all` is for phones, where only the timespan has one. */
export function PageMorePanel(props: PageFilterBarProps & { readonly all: boolean }) {
  const { filters, offers, site, zones, categories, change, all } = props;
  const { t } = useText();
  const { state } = filters;
  return (
    <div className={styles.more}>
      {all && zones !== null && (
        <Part title={t('filters.zone')}>
          <PageZonePanel of={zones} change={change} />
        </Part>
      )}
      {all && offers.day !== null && (
        <Part title={t('filters.day')}>
          <DayPanel day={state.day} onChange={(day) => change({ day })} />
        </Part>
      )}
      <HoursPart state={state} change={change} />
      {all && offers.gender && offersDescriptor(site, 'gender', state) && <GenderPart {...{ state, change, site }} />}
      {offers.engagement && offersDescriptor(site, 'engagement', state) && (
        <EngagementPart {...{ state, change, site }} />
      )}
      {categories.map((category) => (
        <CategoryPart key={category.id} category={category} state={state} change={change} />
      ))}
    </div>
  );
}
