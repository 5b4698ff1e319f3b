import { type Card, type CardType, type Comfort, listTabRows, type SiteTab } from '@atrium/domain/pages';
import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { BandOf } from '../atmosphere/comfort-bands.ts';
import type { Air } from '../atmosphere/use-air.ts';
import { CardRow, Ghost } from '../cards/states.tsx';
import type { CountingContext, CountingModel, CountingNumbers } from '../counting/counting-model.ts';
import { KpiRow } from '../counting/kpi-row.tsx';
import type { Explains } from '../explain/index.ts';
import type { SectionModel } from '../section/section-model.ts';
import type { TabProps } from './tab-content.tsx';

/** The figures that the cards of the visitors' overview draw. */
interface CountingFigures extends TabProps {
  readonly model: CountingModel;
  readonly numbers: CountingNumbers;
  readonly context: CountingContext;
  /** D08: no live figure while the site is closed or several ranges are shown. */
  readonly showInside: boolean;
  readonly explains: Explains | null;
}

/** The figures that the cards of the other tabs draw. */
interface SectionFigures extends TabProps {
  readonly model: SectionModel;
  /** The metrics that the tab asks for. */
  readonly metrics: readonly string[];
  readonly explains: Explains | null;
}

/** What tabs of the air add to the figures: their ratings, and the limits that rate. */
interface FiguresOf {
  readonly people: CountingFigures;
  readonly sections: SectionFigures;
  readonly air: SectionFigures & { readonly bandOf: BandOf; readonly air: Air };
  readonly rooms: SectionFigures & { readonly bandOf: BandOf; readonly comforts: ReadonlyMap<string, Comfort> };
}

type SourceOf<Type extends CardType> = Type extends `people${string}` | 'zoneTable'
  ? 'people'
  : Type extends `air${string}`
    ? 'air'
    : Type extends 'rooms'
      ? 'rooms'
      : 'sections';

type CardProps<Type extends CardType> = Extract<Card, { type: Type }> & FiguresOf[SourceOf<Type>];

/** The cards of the sections are in one file. */
const sections = () => import('../section/section-cards.ts');

/**
 * The drawing of every type of card on a site's page. It gets the card's settings and the figures of its tab. All but
 * the numbers of the overview load in parallel with the answers.
 */
const cardViews: { readonly [Type in CardType]: ComponentType<CardProps<Type>> | LazyComponent<CardProps<Type>> } = {
  peopleSentence: lazyComponent(() => import('../counting/people-headline.tsx').then((file) => file.PeopleHeadline)),
  peopleNumbers: KpiRow,
  peopleSeries: lazyComponent(() => import('../counting/flow-card.tsx').then((file) => file.FlowCard)),
  peopleWeek: lazyComponent(() => import('../cards/week-card.tsx').then((file) => file.PeopleWeek)),
  zoneTable: lazyComponent(() => import('../counting/zone-table.tsx').then((file) => file.ZoneTable)),
  energySentence: lazyComponent(() => sections().then((file) => file.EnergySentence)),
  numbers: lazyComponent(() => sections().then((file) => file.MetricCards)),
  series: lazyComponent(() => sections().then((file) => file.MetricSeriesCard)),
  week: lazyComponent(() => sections().then((file) => file.MetricWeek)),
  partTable: lazyComponent(() => sections().then((file) => file.PartTable)),
  sensorLanes: lazyComponent(() => sections().then((file) => file.SensorLanes)),
  deviceNotes: lazyComponent(() => sections().then((file) => file.TabDeviceNotes)),
  airSentence: lazyComponent(() => sections().then((file) => file.AirSentence)),
  airNumbers: lazyComponent(() => sections().then((file) => file.AirNumbers)),
  airShares: lazyComponent(() => sections().then((file) => file.SharesCard)),
  airTable: lazyComponent(() => sections().then((file) => file.AirTable)),
  rooms: lazyComponent(() => sections().then((file) => file.Rooms)),
};

/** Preloads the drawings of a tab. Errors surface when a drawing renders. */
export function fetchCards(tab: SiteTab): void {
  for (const { type } of listTabRows(tab).flat()) {
    const view = cardViews[type];
    if ('fetch' in view) view.fetch().catch(() => {});
  }
}

interface TabCardsProps {
  readonly tab: SiteTab;
  /** Those that the tab's cards draw. */
  readonly figures: FiguresOf[keyof FiguresOf];
}

/** Draws the cards of a tab from its figures. */
export function TabCards({ tab, figures }: TabCardsProps) {
  return listTabRows(tab).map((row) => (
    <CardRow key={row[0]?.type} types={row.map(({ type }) => type)}>
      {row.map((card) => {
        const View = cardViews[card.type] as unknown as LazyComponent<TabCardsProps['figures']>;
        return <View key={card.type} {...figures} {...card} waiting={<Ghost type={card.type} />} />;
      })}
    </CardRow>
  ));
}
