import type { ReactNode } from 'react';
import { loadMessages } from '../../i18n/index.ts';
import { useDates, useViewer } from '../../people/organization/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { findMigration } from './deadline.ts';

/** Few organizations migrate, so the others do not load this. */
const Notice = lazyComponent(async () => {
  const [{ MigrationNotice }] = await Promise.all([import('./migration-notices.tsx'), loadMessages('notices')]);
  return MigrationNotice;
});

/** A banner in the last days before the deadline. */
export function MigrationBanner() {
  const { state, date } = useMigration();
  return state === 'near' && <Notice state={state} date={date} />;
}

/** After the deadline, replaces every page except the guide. */
export function MigrationGate({ path, children }: { path: string; children: ReactNode }) {
  const { state, date } = useMigration();
  if (state !== 'over' || path === '/help') return children;
  return <Notice state={state} date={date} />;
}

function useMigration() {
  const { organization } = useViewer();
  const migration = findMigration(Date.now(), organization.migrationDeadline);
  const { date } = useDates();
  return { ...migration, date: migration.state === 'none' ? '' : date(migration.shown) };
}
