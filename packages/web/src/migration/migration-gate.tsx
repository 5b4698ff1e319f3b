import { lazy, type ReactNode, Suspense } from 'react';
import { loadMessages } from '../i18n/index.ts';
import { useDates, useViewer } from '../organization/index.ts';
import { migrationAt } from './deadline.ts';

/** Few organizations move, and once: the others don't fetch what is said to those. */
const Notice = lazy(async () => {
  const [{ MigrationNotice }] = await Promise.all([import('./migration-notices.tsx'), loadMessages('notices')]);
  return { default: MigrationNotice };
});

/** A banner in the last days before the deadline. */
export function MigrationBanner() {
  const { state, date } = useMigration();
  return <Suspense>{state === 'near' && <Notice state={state} date={date} />}</Suspense>;
}

/** After the deadline a notice stands in the place of every page but the guide's. */
export function MigrationGate({ path, children }: { path: string; children: ReactNode }) {
  const { state, date } = useMigration();
  if (state !== 'over' || path === '/help') return children;
  return (
    <Suspense>
      <Notice state={state} date={date} />
    </Suspense>
  );
}

function useMigration() {
  const { organization } = useViewer();
  const migration = migrationAt(Date.now(), organization.migrationDeadline);
  const { date } = useDates();
  return { ...migration, date: migration.state === 'none' ? '' : date(migration.shown) };
}
