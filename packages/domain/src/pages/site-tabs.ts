import type { Family } from '../people/access/index.ts';
import type { CountingQueries } from './queries/counting-queries.ts';
import type { MetricPart, PartKind } from './queries/section-queries.ts';

/** A question of a card: a query of the visitors' overview, or one for each metric of its tab. */
export type CardQuestion = keyof CountingQueries | MetricPart | 'week' | 'scores' | 'extremes' | 'shares';

/** Every type of card on a site's page, with its questions. Its drawing is in the web's `card-views.ts`. */
export const cardQuestions = {
  peopleSentence: ['entries', 'entriesSeries', 'entriesDay', 'doors'],
  peopleNumbers: [
    ...['entries', 'entriesSeries', 'entriesExpected', 'exits', 'exitsSeries', 'exitsExpected'],
    ...['insideSeries', 'insideNow', 'insideExpected', 'capture', 'captureSeries', 'captureExpected'],
    ...['dwell', 'dwellSeries', 'female', 'femaleSeries', 'goods', 'goodsSeries'],
  ],
  peopleSeries: ['entries', 'entriesSeries', 'entriesExpected'],
  peopleWeek: ['typicalWeek'],
  zoneTable: ['zoneEntries', 'zoneSeries', 'zoneExpected', 'zoneCapture'],
  energySentence: ['total', 'parts'],
  numbers: ['total', 'course', 'expected'],
  series: ['total', 'course', 'expected'],
  week: ['week'],
  partTable: ['total', 'course', 'parts', 'partCourse'],
  sensorLanes: ['total', 'course', 'parts'],
  deviceNotes: [],
  airSentence: ['total', 'scores', 'extremes'],
  airNumbers: ['total', 'course', 'expected', 'parts', 'scores'],
  airShares: ['shares'],
  airTable: ['total', 'course', 'parts', 'partCourse', 'scores'],
  rooms: ['total', 'course', 'parts', 'partCourse', 'scores'],
} as const satisfies Readonly<Record<string, readonly CardQuestion[]>>;

export type CardType = keyof typeof cardQuestions;

interface CardSettings {
  /** `by`: the parts that it names or lists. */
  readonly energySentence: { readonly by: PartKind };
  readonly partTable: { readonly by: PartKind };
  /** `of`: the devices of the whole site, or those of the shown zones. */
  readonly deviceNotes: { readonly of: 'site' | 'shown' };
}

/** A card of a tab: its type and its settings. */
export type Card = {
  readonly [Type in CardType]: { readonly type: Type } & (Type extends keyof CardSettings
    ? CardSettings[Type]
    : unknown);
}[CardType];

/** The metrics of a tab, and which readings count. */
export interface TabMetrics {
  readonly partsBy: PartKind;
  /** The metrics, or those of the site's running events. */
  readonly metrics: readonly string[] | 'air' | 'energy';
  /** Whether it ignores the page's descriptor filters. */
  readonly isOfEverybody?: boolean;
  /** Whether totals cover opening hours only, unless hours are chosen. */
  readonly isWhileOpen?: boolean;
}

/** A tab of a site's page. */
interface TabDefinition {
  readonly section: Family;
  /** Its address below that of its section; empty for the section's first tab. */
  readonly path: string;
  /** Null for the visitors' overview, whose cards name their metrics. */
  readonly numbers: TabMetrics | null;
  /** Its cards from top to bottom; those of a row are side by side. */
  readonly rows: readonly (readonly Card[])[];
}

/** Every tab of a site's page, in the order of its section. */
export const siteTabs = {
  counting: {
    section: 'counting',
    path: '',
    numbers: null,
    rows: [
      [{ type: 'peopleSentence' }],
      [{ type: 'peopleNumbers' }],
      [{ type: 'peopleSeries' }, { type: 'peopleWeek' }],
      [{ type: 'zoneTable' }],
    ],
  },
  flow: {
    section: 'counting',
    path: '/flow',
    numbers: { metrics: ['affluenceIn', 'affluenceOut'], partsBy: 'PASSAGE' },
    rows: [[{ type: 'series' }], [{ type: 'partTable', by: 'PASSAGE' }]],
  },
  sensors: {
    section: 'counting',
    path: '/sensors',
    numbers: { metrics: ['affluenceIn', 'footfall'], partsBy: 'ZONE_ID', isOfEverybody: true },
    rows: [[{ type: 'sensorLanes' }], [{ type: 'deviceNotes', of: 'site' }]],
  },
  atmosphere: {
    section: 'atmosphere',
    path: '',
    numbers: { metrics: 'air', partsBy: 'ZONE_ID', isWhileOpen: true },
    rows: [
      [{ type: 'airSentence' }],
      [{ type: 'airNumbers' }],
      [{ type: 'series' }, { type: 'airShares' }],
      [{ type: 'airTable' }],
    ],
  },
  rooms: {
    section: 'atmosphere',
    path: '/rooms',
    numbers: { metrics: 'air', partsBy: 'DEVICE', isWhileOpen: true },
    rows: [[{ type: 'rooms' }]],
  },
  energy: {
    section: 'energy',
    path: '',
    numbers: { metrics: 'energy', partsBy: 'ZONE_ID' },
    rows: [
      [{ type: 'energySentence', by: 'ZONE_ID' }],
      [{ type: 'numbers' }],
      [{ type: 'series' }, { type: 'week' }],
      [{ type: 'partTable', by: 'ZONE_ID' }],
    ],
  },
  uses: {
    section: 'energy',
    path: '/uses',
    numbers: { metrics: 'energy', partsBy: 'DEVICE' },
    rows: [
      [{ type: 'energySentence', by: 'DEVICE' }],
      [{ type: 'partTable', by: 'DEVICE' }],
      [{ type: 'deviceNotes', of: 'shown' }],
    ],
  },
} as const satisfies Readonly<Record<string, TabDefinition>>;

export type SiteTab = keyof typeof siteTabs;
/** The tabs whose cards ask the same of each metric. */
export type SectionTab = Exclude<SiteTab, 'counting'>;

export const siteTabNames = Object.keys(siteTabs) as readonly SiteTab[];

/** Returns the cards of a tab in order, by row. */
export const listTabRows = (tab: SiteTab): readonly (readonly Card[])[] => siteTabs[tab].rows;

/** Returns the questions of a tab: those of its cards. */
export const listTabQuestions = (tab: SiteTab): ReadonlySet<CardQuestion> =>
  new Set(
    listTabRows(tab)
      .flat()
      .flatMap(({ type }) => cardQuestions[type]),
  );
