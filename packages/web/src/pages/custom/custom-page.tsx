import { useParams } from '@tanstack/react-router';
import { findErrorCode } from '../../numbers/answers/index.ts';
import { Loader, NotFound } from '../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../ui/page/loading.tsx';
import { usePageName } from '../../ui/page/page-header.tsx';
import { BookmarkButton } from '../bookmarks/index.ts';
import { useSites } from '../widgets/sites.ts';
import { ShownPage } from './shown-page.tsx';
import { useCustomPage } from './use-custom-page.ts';

/** Shows a custom page: its widgets under its own filters. */
export function CustomPage() {
  const params = useParams({ strict: false }) as { readonly dashboardId?: string; readonly pageId?: string };
  const [dashboardId, pageId] = [numberOf(params.dashboardId), numberOf(params.pageId)];
  return dashboardId === null || pageId === null ? (
    <NotFound />
  ) : (
    <StoredPage key={pageId} dashboardId={dashboardId} pageId={pageId} />
  );
}

function StoredPage({ dashboardId, pageId }: { readonly dashboardId: number; readonly pageId: number }) {
  const stored = useCustomPage(dashboardId, pageId);
  const { page } = stored;
  const { sites, colors, ...known } = useSites();
  usePageName(page?.name ?? null);
  if (stored.isElsewhere) return <NotFound />;
  const failed = [stored, known].find(({ error }) => error !== null);
  if (failed) return <LoadFailed code={findErrorCode(failed.error)} retry={failed.retry} />;
  return page === null || sites === null ? (
    <Loader />
  ) : (
    <ShownPage page={page} sites={sites} colors={colors} actions={<BookmarkButton title={page.name} />} />
  );
}

function numberOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;
}
