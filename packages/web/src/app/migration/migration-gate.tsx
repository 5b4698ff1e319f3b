import type { ReactNode } from 'react';
import { loadMessages } from '../../i18n/index.ts';
import { useDates, useViewer } from '../../people/organization/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';

/** How close the end of this version is. `shown` is the displayed instant: the day after the deadline, epoch ms. */
type Migration =
  | { readonly state: 'none' }
  | { readonly state: 'near'; readonly shown: number }
  | { readonly state: 'over'; readonly shown: number };

const day = 24 * 3600 * 1000;

/** Days before the deadline from which the banner is shown. */
const warningDays = 7;

/**
 * Returns the state at `now`. Both in epoch ms; `deadline` null means no migration. The deadline is the last day:
 * access lasts until the date shown.
 */
export function findMigration(now: number, deadline: number | null): Migration {
  if (deadline === null) return { state: 'none' };
  const shown = deadline + day;
  if (now >= shown) return { state: 'over', shown };
  return deadline - now <= warningDays * day ? { state: 'near', shown } : { state: 'none' };
}

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
