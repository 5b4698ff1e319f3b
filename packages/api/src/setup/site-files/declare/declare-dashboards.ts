import type { JsonPath, Reference } from '@atrium/domain/pages/definitions';
import { type DashboardState, joinKey, type PageState } from '../../../sites/stored/index.ts';
import { keyToName, nameToKey, rewriteFilter, rewriteWidget } from '../definitions.ts';
import { type DeclaredDashboard, type DeclaredPage, defaultWidgetFields } from '../format/dashboards.ts';
import { formatPath } from '../format/definition.ts';
import type { SiteFile } from '../format/site-file.ts';
import { findTag } from './declare-organization.ts';
import { type Declaring, firstDefined } from './declaring.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Declares dashboards and their pages. Pruning removes those left out, with their widgets only. */
export function declareDashboards(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) {
    declaring.next.dashboard.clear();
    declaring.next.page.clear();
  }
  for (const declared of file.dashboards ?? []) declareDashboard(declared, declaring);
}

function declareDashboard(declared: DeclaredDashboard, declaring: Declaring): void {
  const { key } = declared;
  const stored = declaring.stored('dashboard', key);
  const dashboard: DashboardState = {
    key,
    name: firstDefined(declared.name, stored?.name, key),
    icon: firstDefined(declared.icon, stored?.icon, null),
    marketPlaceType: firstDefined(declared.marketPlaceType, stored?.marketPlaceType, null),
    user: firstDefined(declared.user, stored?.user, null),
    installation: firstDefined(declared.installation, stored?.installation, null),
    profiles: firstDefined(declared.profiles, stored?.profiles, null),
  };
  const { user, installation, profiles } = dashboard;
  if (user !== null && !declaring.next.user.has(user)) declaring.problem(declared, 'user', `there is no user ${user}`);
  if (user !== null && dashboard.marketPlaceType !== null)
    declaring.problem(declared, 'user', 'a dashboard of the marketplace belongs to everybody');
  for (const profile of profiles ?? [])
    if (!declaring.next.profile.has(profile))
      declaring.problem(declared, 'profiles', `there is no profile "${profile}"`);
  if (installation !== null && !canRefer('installation', installation, declaring))
    declaring.problem(declared, 'installation', `there is no installation "${installation}"`);
  declaring.declare('dashboard', dashboard, declared, 'key', `the dashboard ${key}`);
  declared.pages?.forEach((page, order) => {
    declarePage(page, order, key, declaring);
  });
  const hasPages = [...declaring.next.page.values()].some((page) => page.dashboard === key);
  if (!hasPages) declaring.problem(declared, '', `the dashboard ${key} needs at least one page`);
}

function declarePage(declared: DeclaredPage, order: number, dashboard: string, declaring: Declaring): void {
  const stored = declaring.stored('page', joinKey(dashboard, declared.key));
  const page: PageState = {
    dashboard,
    key: declared.key,
    name: firstDefined(declared.name, stored?.name, declared.key),
    icon: firstDefined(declared.icon, stored?.icon, null),
    order,
    widgets: declared.widgets?.map((widget, index) =>
      rewriteWidget({ ...defaultWidgetFields(index), ...widget }, checkReferences(widget, declaring)),
    ) ?? [...(stored?.widgets ?? [])],
    widgetGlobalFilters: declared.widgetGlobalFilters?.map((filter) =>
      rewriteFilter(filter, checkReferences(filter, declaring)),
    ) ?? [...(stored?.widgetGlobalFilters ?? [])],
  };
  const seen = new Set<unknown>();
  page.widgets.forEach(({ id }, index) => {
    const widget = declared.widgets?.[index];
    if (seen.has(id) && widget !== undefined) declaring.problem(widget, 'id', `this page has a widget ${id} already`);
    seen.add(id);
  });
  declaring.declare('page', page, declared, 'key', `the page ${declared.key} of ${dashboard}`);
}

const nouns: { readonly [Kind in Reference]: string } = {
  installation: 'installation',
  zone: 'zone',
  passage: 'passage',
  device: 'device',
  tagCategory: 'tag category',
  tag: 'tag',
};

/** Checks the references of a definition, and rewrites tags with their category. */
export const checkReferences =
  (owner: Fields, declaring: Declaring) => (kind: Reference, value: unknown, path: JsonPath) => {
    const name = value as string;
    const found = kind === 'tag' ? findTag(name, declaring) : { key: nameToKey(kind, name) };
    if ('problem' in found) declaring.problem(owner, formatPath(path), found.problem);
    else if (!canRefer(kind, found.key, declaring))
      declaring.problem(owner, formatPath(path), `there is no ${nouns[kind]} "${name}"`);
    else return keyToName(found.key);
    return name;
  };

/** References may name records removed earlier, but not those this file removes. */
export function canRefer(kind: Reference, key: string, declaring: Declaring): boolean {
  if (declaring.isKnown(kind, key)) return true;
  const stored = declaring.stored(kind, key);
  return stored !== undefined && 'removedAt' in stored && stored.removedAt !== null;
}
