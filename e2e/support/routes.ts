import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ids } from './ids.ts';

const folder = path.resolve(import.meta.dirname, '../../packages/web/src/app/routes');

/** All pages, read from the route files, so that new pages are opened automatically. */
export const routes: readonly string[] = readdirSync(folder).flatMap((file) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, route]) => route as string),
);

/** Returns the address of a route with existing ids. Throws for an unknown parameter. */
export function buildAddress(route: string, ids: Ids, { code = '', embedded = '' } = {}): string {
  const first = (table: string) => {
    const id = ids.get(table)?.[0];
    if (id === undefined) throw new Error(`there are no ${table} to open ${route} with`);
    return String(id);
  };
  const places: Readonly<Record<string, () => string>> = {
    $alertId: () => first('alerts'),
    $logId: () => first('alert_logs'),
    $dashboardId: () => first('dashboards'),
    $pageId: () => first('pages'),
    $reportId: () => first('reports'),
    $userId: () => first('users'),
    $tab: () => 'general',
    $siteId: () => first('installations'),
    $installationId: () => first('installations'),
    $draftId: () => String(ids.get('dashboard_drafts')?.at(-1)),
    $screenId: () => first('stop_and_go_screens'),
    $code: () => code,
    // The splat contains the embedded address.
    $: () => Buffer.from(embedded).toString('base64'),
  };
  return route.replace(/\$\w*/g, (place) => {
    const value = places[place];
    if (value === undefined) throw new Error(`say in routes.ts what stands for ${place} of ${route}`);
    return value();
  });
}
