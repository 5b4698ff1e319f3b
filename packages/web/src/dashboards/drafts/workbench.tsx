import { parseGlobalFilter } from '@atrium/domain/dashboards/definitions';
import { useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { NotFound, useMedia } from '../../ui/page/index.ts';
import { listPageDescriptors } from '../custom/page-descriptors.ts';
import { PageFilterBar } from '../custom/page-filter-bar.tsx';
import { usePageState } from '../custom/use-page-state.ts';
import type { Site } from '../site/site.ts';
import type { MetricColors } from '../words/metric-colors.ts';
import { Canvas } from './canvas/canvas.tsx';
import { EmptyCanvas } from './canvas/empty-canvas.tsx';
import { useAnnouncement } from './canvas/use-announcement.ts';
import { useArranging } from './canvas/use-arranging.ts';
import { usePageKeys } from './canvas/use-canvas-keys.ts';
import { Gallery } from './gallery/gallery.tsx';
import { PageSettings } from './page/page-settings.tsx';
import { Settings } from './settings/settings.tsx';
import type { Draft } from './state/draft.ts';
import { useDraftWork } from './state/use-draft-work.ts';
import { getWidgetTitle } from './state/widget-names.ts';
import { TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

interface WorkbenchProps {
  readonly read: Draft;
  readonly sites: readonly Site[];
  readonly colors: MetricColors;
}

/** Arranges gallery, canvas and settings around one draft. */
export function Workbench({ read, sites, colors }: WorkbenchProps) {
  const { t } = useText();
  const work = useDraftWork(read);
  const { said, say } = useAnnouncement();
  const arranging = useArranging(work, say);
  const find = useRef<HTMLInputElement>(null);
  usePageKeys(arranging, () => find.current?.focus());
  const wide = useMedia('(width >= 1024px)');
  // On narrow screens the gallery opens on demand.
  const [isAdding, setAdding] = useState(false);
  const { widgets, filters: stored } = work.page;
  const filters = useMemo(
    () => stored.flatMap((one) => [parseGlobalFilter(one)].flatMap((parsed) => (parsed.ok ? [parsed.value] : []))),
    [stored],
  );
  const page = usePageState({ filters, widgets, installationId: work.content.installationId }, sites);
  const { site, resolved, offers, now } = page;
  if (site === null || resolved === null || page.filters === null) return <NotFound />;
  const of = { sites, filters: page.filters, now, colors };
  const last = arranging.layout.findLast(({ id }) => arranging.chosen.has(id));
  const after =
    last === undefined
      ? null
      : getWidgetTitle(
          widgets.find(({ id }) => id === last.id),
          t,
        );
  return (
    <div className={styles.bench}>
      <TopBar work={work} arranging={arranging} add={wide ? null : () => setAdding(true)} />
      {wide && <Gallery {...of} find={find} after={after} add={arranging.add} close={null} />}
      <div className={styles.stage} data-scrolls>
        {work.content.pages.length > 1 && (
          <nav className={styles.tabs} aria-label={t('drafts.tabs')}>
            {work.content.pages.map(({ key, name }) => (
              <button
                key={key}
                type="button"
                className={styles.tab}
                aria-current={key === work.page.key ? 'page' : undefined}
                onClick={() => work.openPage(key)}
              >
                {name}
              </button>
            ))}
          </nav>
        )}
        <PageFilterBar
          filters={resolved}
          {...{ offers, now, zones: page.zones, categories: page.categories, change: page.change, isLive: page.isLive }}
          site={{ ...site, told: listPageDescriptors(offers, work.content.installationId, sites) }}
        />
        {widgets.length === 0 && <EmptyCanvas wide={wide} />}
        <Canvas {...of} work={work} arranging={arranging} />
      </div>
      {isAdding && !wide ? (
        <Gallery
          {...of}
          find={find}
          after={after}
          add={(stored) => {
            setAdding(false);
            arranging.add(stored);
          }}
          close={() => setAdding(false)}
        />
      ) : arranging.chosen.size > 0 ? (
        <Settings {...{ work, arranging, sites, site }} />
      ) : (
        <PageSettings {...{ work, sites, say }} />
      )}
      <p key={said.turn} className="visually-hidden" role="status" aria-live="assertive">
        {said.text}
      </p>
    </div>
  );
}
