import { useText } from '../../i18n/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import { More, Named, NamedDay, NamedGender } from '../filters/bar-parts.tsx';
import { offersDescriptor } from '../filters/bar-props.ts';
import { CompareControl } from '../filters/compare-control.tsx';
import styles from '../filters/filters.module.css';
import { TimespanControl } from '../filters/timespan-control.tsx';
import type { PageFilterBarProps } from './page-zones.tsx';
import { PageZonePanel } from './page-zones.tsx';

const PageMorePanel = lazyComponent(() => import('./page-more-panel.tsx').then((module) => module.PageMorePanel));

/** Shows the filters a custom page offers (D09): always days and hours, others if the page defines them. */
export function PageFilterBar(props: PageFilterBarProps) {
  const { filters, site, now, change, isLive } = props;
  const phone = useMedia('(width < 500px)');
  const { editability } = filters.state;
  if (editability === 'READ_ONLY') return null;
  return (
    <search className={styles.bar}>
      {!isLive && (
        <TimespanControl filters={filters} site={site} now={now} onChange={(timespan) => change({ timespan })} />
      )}
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {editability === 'EDITABLE' && !phone && <Places {...props} />}
      {editability === 'EDITABLE' && <MoreOfPage {...props} phone={phone} />}
    </search>
  );
}

/** Shows the filters with a control of their own, in the page's order. */
function Places({ filters, offers, site, zones, change }: PageFilterBarProps) {
  const { t } = useText();
  const { state } = filters;
  return offers.order.map((type) => {
    if (type === 'zone' && zones !== null)
      return (
        <Named key={type} name={t('filters.zone')} value={zones.chosen.name}>
          {(close) => <PageZonePanel of={zones} change={change} close={close} />}
        </Named>
      );
    if (type === 'day') return <NamedDay key={type} state={state} change={change} />;
    return type === 'gender' && offersDescriptor(site, 'gender', state) ? (
      <NamedGender key={type} {...{ state, change, site }} />
    ) : null;
  });
}

function MoreOfPage({ phone, ...props }: PageFilterBarProps & { readonly phone: boolean }) {
  const { state } = props.filters;
  const rest = [state.hours !== 'all', state.engagement !== 'all', ...state.categories.map(() => true)];
  const first = phone ? [state.zoneId !== null, state.day !== null, state.gender !== 'all'] : [];
  return (
    <More phone={phone} set={[...rest, ...first].filter(Boolean).length}>
      {() => <PageMorePanel {...props} all={phone} waiting={<div className={styles.moreWait} />} />}
    </More>
  );
}
