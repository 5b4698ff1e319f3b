import type { Family } from '../people/access/index.ts';
import type { PartKind } from './queries/section-queries.ts';

/** Blocks of a page's skeleton from top to bottom. They match the loaded page, so that the layout does not shift. */
export type SkeletonPart = 'headline' | 'kpis' | 'moreKpis' | 'chart' | 'charts' | 'table';

/** What a tab queries, the same for each of its metrics. */
interface TabNumbers {
  /** The metrics, or those of the site's running events. */
  readonly metrics: readonly string[] | 'air' | 'energy';
  readonly partsBy: PartKind;
  /** Whether the typical week of its first metric is queried too. */
  readonly hasWeek?: boolean;
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
  readonly skeleton: readonly SkeletonPart[];
  /** Null for the visitors' overview, which has queries of its own. */
  readonly numbers: TabNumbers | null;
}

const overview = ['headline', 'kpis', 'charts', 'table'] as const;
const crossings = ['affluenceIn', 'affluenceOut'];

/** Every tab of a site's page, in the order of its section. */
export const siteTabs = {
  counting: { section: 'counting', path: '', skeleton: overview, numbers: null },
  flow: {
    section: 'counting',
    path: '/flow',
    skeleton: ['chart', 'table'],
    numbers: { metrics: crossings, partsBy: 'PASSAGE' },
  },
  sensors: {
    section: 'counting',
    path: '/sensors',
    skeleton: ['table'],
    numbers: { metrics: ['affluenceIn', 'footfall'], partsBy: 'ZONE_ID', isOfEverybody: true },
  },
  atmosphere: {
    section: 'atmosphere',
    path: '',
    skeleton: overview,
    numbers: { metrics: 'air', partsBy: 'ZONE_ID', isWhileOpen: true },
  },
  rooms: {
    section: 'atmosphere',
    path: '/rooms',
    skeleton: ['kpis'],
    numbers: { metrics: 'air', partsBy: 'DEVICE', isWhileOpen: true },
  },
  energy: {
    section: 'energy',
    path: '',
    skeleton: overview,
    numbers: { metrics: 'energy', partsBy: 'ZONE_ID', hasWeek: true },
  },
  uses: {
    section: 'energy',
    path: '/uses',
    skeleton: ['headline', 'table'],
    numbers: { metrics: 'energy', partsBy: 'DEVICE' },
  },
} as const satisfies Readonly<Record<string, TabDefinition>>;

export type SiteTab = keyof typeof siteTabs;
/** The tabs that send the same queries for each of their metrics. */
export type SectionTab = Exclude<SiteTab, 'counting'>;

export const siteTabNames = Object.keys(siteTabs) as readonly SiteTab[];

export const getTabNumbers = (tab: SectionTab): TabNumbers => siteTabs[tab].numbers;
