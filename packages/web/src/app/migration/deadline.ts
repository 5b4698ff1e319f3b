/** How close the end of this version is. `shown` is the displayed instant: the day after the deadline, epoch ms. */
export type Migration =
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
