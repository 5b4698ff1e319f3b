import { useQuery } from '@apollo/client/react';
import { findDifferences } from '@atrium/domain/pages/content';
import { parseGlobalFilter } from '@atrium/domain/pages/definitions';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { Button, buttonClass, IconButton } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { Loader, NotFound } from '../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../ui/page/loading.tsx';
import { usePageName } from '../../ui/page/page-header.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import { listPageDescriptors, usePageState } from '../custom/use-page-state.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import type { Site } from '../site-page/site.ts';
import { useSites } from '../widgets/sites.ts';
import type { MetricColors } from '../words/colors.ts';
import { Canvas, EmptyCanvas } from './canvas/canvas.tsx';
import { type Arranging, useAnnouncement, useArranging } from './canvas/use-arranging.ts';
import { usePageKeys } from './canvas/use-canvas-keys.ts';
import { getWidgetTitle } from './canvas/widget-names.ts';
import { Gallery } from './gallery/gallery.tsx';
import { DashboardDraftDocument } from './operations.generated.ts';
import { PageSettings } from './page-settings.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { Settings } from './settings/settings.tsx';
import { type Draft, type DraftWork, toDraft, useDraftWork } from './use-draft-work.ts';
import styles from './workbench.module.css';

/** The page builder. Loads the draft whenever it opens, so that others' changes are not overwritten. */
export function PageBuilder() {
  const params = useParams({ from: '/authenticated/settings/pages/$draftId' });
  const draftId = /^[1-9]\d{0,8}$/.test(params.draftId) ? Number(params.draftId) : 0;
  const { data, error, refetch } = useQuery(DashboardDraftDocument, {
    variables: { draftId },
    fetchPolicy: 'no-cache',
  });
  const { sites, colors, ...known } = useSites();
  usePageName(data?.dashboardDraft === undefined ? null : toDraft(data.dashboardDraft).content.name);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (known.error !== null) return <LoadFailed code={findErrorCode(known.error)} retry={known.retry} />;
  if (data === undefined || sites === null) return <Loader />;
  return <Workbench key={draftId} read={toDraft(data.dashboardDraft)} sites={sites} colors={colors} />;
}

interface WorkbenchProps {
  readonly read: Draft;
  readonly sites: readonly Site[];
  readonly colors: MetricColors;
}

/** Arranges gallery, canvas and settings around one draft. */
function Workbench({ read, sites, colors }: WorkbenchProps) {
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
        <FilterBar
          filters={resolved}
          {...{ now, offers: page.bar, change: page.change }}
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

interface TopBarProps {
  readonly work: DraftWork;
  readonly arranging: Arranging;
  /** Opens the gallery; null if it is next to the page. */
  readonly add: (() => void) | null;
}

/** The draft's name, its status, and the actions on the whole draft. */
function TopBar({ work, arranging, add }: TopBarProps) {
  const { t } = useText();
  const [isPublishing, setPublishing] = useState(false);
  const { content, draft } = work;
  return (
    <header className={styles.top}>
      <Link
        to="/settings/pages"
        className={buttonClass('quiet')}
        aria-label={t('drafts.back')}
        title={t('drafts.back')}
      >
        <Icon name="chevronStart" />
      </Link>
      <h1 className={styles.name}>{content.name}</h1>
      <span className={styles.chip}>{t('drafts.draft')}</span>
      <DraftStatus work={work} />
      <span className={styles.space} />
      {add !== null && (
        <Button icon="plus" onClick={add}>
          {t('drafts.addWidget')}
        </Button>
      )}
      <IconButton icon="undo" label={t('drafts.undo')} disabled={!work.canUndo} onClick={arranging.undo} />
      <IconButton icon="redo" label={t('drafts.redo')} disabled={!work.canRedo} onClick={arranging.redo} />
      <Button look="primary" onClick={() => setPublishing(true)}>
        {t('drafts.publish')}
      </Button>
      {isPublishing && (
        <PublishDialog
          work={work}
          differences={findDifferences(draft.published, content)}
          onClose={() => setPublishing(false)}
        />
      )}
    </header>
  );
}

/** States whether the draft differs from the published version and whether it is saved. */
function DraftStatus({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { keeping, draft, content } = work;
  const count = findDifferences(draft.published, content).length;
  if (keeping.kind === 'conflict')
    return (
      <span className={styles.fault} role="alert">
        {t('drafts.conflict')}
        <Button onClick={() => void work.discardLocal()}>{t('drafts.conflict.theirs')}</Button>
        <Button onClick={() => void work.overwriteServer()}>{t('drafts.conflict.mine')}</Button>
      </span>
    );
  if (keeping.kind === 'failed' || keeping.kind === 'refused')
    return (
      <span className={styles.fault} role="alert">
        {keeping.kind === 'refused' ? t('drafts.refused', { why: keeping.why }) : t('drafts.notKept')}
        <Button onClick={() => void work.saveNow()}>{t('app.tryAgain')}</Button>
      </span>
    );
  const since =
    draft.published === null
      ? t('drafts.state.never')
      : count === 0
        ? t('drafts.changes.none')
        : t('drafts.changes', { count });
  return (
    <span className={styles.standing}>
      {since} · <span role="status">{t(keeping.kind === 'kept' ? 'drafts.kept' : 'drafts.keeping')}</span>
    </span>
  );
}
