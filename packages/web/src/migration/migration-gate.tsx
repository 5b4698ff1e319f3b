import { lazy, type ReactNode, Suspense } from 'react';
import { loadNoticesMessages } from '../i18n/index.ts';
import { useDates, useViewer } from '../organization/index.ts';
import { migrationAt } from './deadline.ts';

/** Few organizations move, and once: the others don't fetch what is said to those. */
const NearNotice = lazy(() => withTexts(import('./migration-notices.tsx').then(({ NearNotice: near }) => near)));
const OverNotice = lazy(() => withTexts(import('./migration-notices.tsx').then(({ OverNotice: over }) => over)));

async function withTexts<Notice>(notice: Promise<Notice>) {
  await loadNoticesMessages();
  return { default: await notice };
}

/** A banner in the last days before the deadline. */
export function MigrationBanner() {
  const { state, date } = useMigration();
  return <Suspense>{state === 'near' && <NearNotice date={date} />}</Suspense>;
}

/** After the deadline a notice stands in the place of every page but the guide's. */
export function MigrationGate({ path, children }: { path: string; children: ReactNode }) {
  const { state, date } = useMigration();
  if (state !== 'over' || path === '/help') return children;
  return (
    <Suspense>
      <OverNotice date={date} />
    </Suspense>
  );
}

function useMigration() {
  const { organization } = useViewer();
  const migration = migrationAt(Date.now(), organization.migrationDeadline);
  const { date } = useDates();
  return { ...migration, date: migration.state === 'none' ? '' : date(migration.shown) };
}
