import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import * as v from 'valibot';
import { type MessageId, type Translate, useText } from '../../i18n/index.ts';
import { useDates, usePages, useViewer } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon, type IconName } from '../../ui/icons/index.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { parseAddress, useBookmarks } from '../bookmarks/index.ts';
import styles from './home.module.css';
import { HomeActivityDocument, HomeCountsDocument, type HomeCountsQuery } from './operations.generated.ts';

interface ActivityEntry {
  readonly action: string;
  /** Null for the system or a former user. */
  readonly actorName: string | null;
  /** As recorded by the server; the shape depends on the action. */
  readonly details: unknown;
}

const named = v.object({ name: v.string() });
/** Texts with the name of the affected object. */
const namedTexts = {
  'alert.created': 'home.activity.alertCreated',
  'alert.changed': 'home.activity.alertChanged',
  'alert.deleted': 'home.activity.alertDeleted',
  'alert.switchedOn': 'home.activity.alertSwitchedOn',
  'alert.switchedOff': 'home.activity.alertSwitchedOff',
  'alert.muted': 'home.activity.alertMuted',
  'alert.unmuted': 'home.activity.alertUnmuted',
  'alert.acknowledged': 'home.activity.alertAcknowledged',
  'report.created': 'home.activity.reportCreated',
  'report.changed': 'home.activity.reportChanged',
  'report.switchedOn': 'home.activity.reportSwitchedOn',
  'report.switchedOff': 'home.activity.reportSwitchedOff',
  'report.deleted': 'home.activity.reportDeleted',
  'report.restored': 'home.activity.reportRestored',
  'screen.created': 'home.activity.screenCreated',
  'screen.changed': 'home.activity.screenChanged',
  'screen.switchedOn': 'home.activity.screenSwitchedOn',
  'screen.switchedOff': 'home.activity.screenSwitchedOff',
  'screen.linkRenewed': 'home.activity.screenLinkRenewed',
  'screen.deleted': 'home.activity.screenDeleted',
} as const;
const counts = v.object({ created: v.number(), updated: v.number(), removed: v.number() });

/** Describes an entry in a sentence. Unknown actions and details appear untranslated. */
function formatActivity(t: Translate, { action, actorName, details }: ActivityEntry): string {
  const actor = actorName ?? t('home.activity.system');
  if (action === 'organization.changed' && v.is(named, details))
    return t('home.activity.organizationChanged', { actor, name: details.name });
  if (action === 'siteFile.applied' && v.is(counts, details)) {
    const { created, updated, removed } = details;
    return t('home.activity.siteFileApplied', { actor, created, updated, removed });
  }
  if (isNamed(action) && v.is(named, details)) return t(namedTexts[action], { actor, name: details.name });
  return t('home.activity.other', { actor, action });
}

const isNamed = (action: string): action is keyof typeof namedTexts => Object.hasOwn(namedTexts, action);

const pageSize = 10;

/** Activity of the organization, newest first, with paging. */
function Activity() {
  const { t } = useText();
  const { moment } = useDates();
  const { data, error, fetchMore, loading } = useQuery(HomeActivityDocument, {
    variables: { first: pageSize },
    fetchPolicy: 'network-only',
  });
  const log = data?.activityLog;

  function older() {
    void fetchMore({
      variables: { after: log?.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult: { activityLog } }) => ({
        activityLog: { ...activityLog, nodes: [...before.activityLog.nodes, ...activityLog.nodes] },
      }),
    }).catch(() => undefined);
  }

  return (
    <section className={styles.panel} aria-labelledby="home-activity">
      <h2 id="home-activity" className={styles.heading}>
        {t('home.activity')}
      </h2>
      {error !== undefined && log === undefined && <p className={styles.quiet}>{t('home.activity.failed')}</p>}
      {log?.nodes.length === 0 && <p className={styles.quiet}>{t('home.activity.none')}</p>}
      <ol className={styles.log} aria-busy={loading}>
        {log?.nodes.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span>{formatActivity(t, entry)}</span>
            <time className={styles.when} dateTime={new Date(entry.at).toISOString()}>
              <bdi dir="ltr">{moment(entry.at)}</bdi>
            </time>
          </li>
        ))}
      </ol>
      {log?.pageInfo.hasNextPage === true && (
        <Button look="quiet" onClick={older}>
          {t('home.activity.older')}
        </Button>
      )}
    </section>
  );
}

interface ShortcutsProps {
  /** Pages that the shell offers to this viewer. */
  readonly places: readonly { readonly path: string; readonly label: MessageId; readonly icon: IconName }[];
}

function Shortcuts({ places }: ShortcutsProps) {
  const { t } = useText();
  return (
    <section className={styles.panel} aria-labelledby="home-shortcuts">
      <h2 id="home-shortcuts" className={styles.heading}>
        {t('home.shortcuts')}
      </h2>
      <ul className={styles.ways}>
        {places.map((place) => (
          <li key={place.path}>
            <Link to={place.path} className={styles.way}>
              <Icon name={place.icon} />
              {t(place.label)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Maximum number of bookmarks; the sidebar has all of them. */
const maxBookmarks = 6;

function Bookmarks() {
  const { t } = useText();
  const { list } = useBookmarks();
  const leadsTo = usePages();
  const shown = list?.filter(({ url }) => leadsTo(url) !== false).slice(0, maxBookmarks) ?? [];
  if (shown.length === 0) return null;
  return (
    <div className={styles.panel}>
      <h2 className={styles.heading}>{t('portfolio.bookmarks')}</h2>
      <ul className={styles.list}>
        {shown.map((bookmark) => (
          <li key={bookmark.id}>
            <Link {...parseAddress(bookmark.url)} target={bookmark.target} className={styles.way}>
              <Icon name="bookmark" />
              <span className={styles.text}>{bookmark.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Stats = HomeCountsQuery['organizationStats'];

const shown: readonly { label: MessageId; count: (stats: Stats) => number }[] = [
  { label: 'home.sites', count: (stats) => stats.installationCount },
  { label: 'home.users', count: (stats) => stats.userCount },
  { label: 'home.sensors', count: (stats) => stats.totalDeviceCount },
];

/** Number of sites, people and sensors; a dash while loading or unavailable. */
function Counts() {
  const { t, locale } = useText();
  const { organization } = useViewer();
  const { data } = useQuery(HomeCountsDocument, { variables: { organizationId: organization.id } });
  const stats = data?.organizationStats;
  return (
    <section className={styles.counts} aria-busy={stats === undefined}>
      <dl className={styles.cells}>
        {shown.map(({ label, count }) => (
          <div key={label} className={styles.cell}>
            <dt className={styles.label}>{t(label)}</dt>
            <dd className={styles.value}>
              <bdi dir="ltr">{stats === undefined ? '–' : new Intl.NumberFormat(locale).format(count(stats))}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{stats !== undefined && t('home.sensors.note', countSensors(stats))}</p>
    </section>
  );
}

const countSensors = ({ totalDeviceCount, padCount, deviceAtmosphereCount }: Stats) => ({
  ...{ padCount, deviceAtmosphereCount },
  others: totalDeviceCount - padCount - deviceAtmosphereCount,
});

/** Layout of the home page: the sites' day first, or links first. */
export type HomeLayout = 'figures' | 'ways';

interface HomePageProps extends ShortcutsProps {
  readonly layout: HomeLayout;
  /** The sites' day, with the viewer's own things beside it and the rest of the page below. */
  readonly portfolio: ComponentType<{ readonly aside: ReactNode; readonly children: ReactNode }>;
}

/** The day of all sites, the viewer's own things, numbers of sites, people and sensors, recent activity, and links. */
export function HomePage({ layout, places, portfolio: Portfolio }: HomePageProps) {
  const { t } = useText();
  const { organization } = useViewer();
  return (
    <>
      <PageHeader title={t('portfolio.title')} status={organization.name} />
      <div className={styles.page}>
        {layout === 'ways' && <Shortcuts places={places} />}
        <Portfolio
          aside={
            <>
              <Counts />
              <Bookmarks />
            </>
          }
        >
          <div className={styles.columns}>
            <Activity />
            {layout === 'figures' && <Shortcuts places={places} />}
          </div>
        </Portfolio>
      </div>
    </>
  );
}
