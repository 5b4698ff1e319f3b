import type { JsonPath, Reference } from '@atrium/domain/dashboards/definitions';
import { type DashboardState, join, type PageState } from '../../sites/stored/index.ts';
import { keyNamed, nameOf, respellFilter, respellWidget } from '../definitions.ts';
import { type DeclaredDashboard, type DeclaredPage, placeOfWidget } from '../format/dashboards.ts';
import { fieldAt } from '../format/definition.ts';
import type { SiteFile } from '../format/site-file.ts';
import { findTag } from './declare-organization.ts';
import { type Declaring, keep } from './declaring.ts';

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
    name: keep(declared.name, stored?.name, key),
    icon: keep(declared.icon, stored?.icon, null),
    marketPlaceType: keep(declared.marketPlaceType, stored?.marketPlaceType, null),
    user: keep(declared.user, stored?.user, null),
    installation: keep(declared.installation, stored?.installation, null),
    profiles: keep(declared.profiles, stored?.profiles, null),
  };
  const { user, installation, profiles } = dashboard;
  if (user !== null && !declaring.next.user.has(user)) declaring.problem(declared, 'user', `there is no user ${user}`);
  if (user !== null && dashboard.marketPlaceType !== null)
    declaring.problem(declared, 'user', 'a dashboard of the marketplace belongs to everybody');
  for (const profile of profiles ?? [])
    if (!declaring.next.profile.has(profile))
      declaring.problem(declared, 'profiles', `there is no profile "${profile}"`);
  if (installation !== null && !isThere('installation', installation, declaring))
    declaring.problem(declared, 'installation', `there is no installation "${installation}"`);
  declaring.declare('dashboard', dashboard, declared, 'key', `the dashboard ${key}`);
  declared.pages?.forEach((page, order) => {
    declarePage(page, order, key, declaring);
  });
  const hasPages = [...declaring.next.page.values()].some((page) => page.dashboard === key);
  if (!hasPages) declaring.problem(declared, '', `the dashboard ${key} needs at least one page`);
}

function declarePage(declared: DeclaredPage, order: number, dashboard: string, declaring: Declaring): void {
  const stored = declaring.stored('page', join(dashboard, declared.key));
  const page: PageState = {
    dashboard,
    key: declared.key,
    name: keep(declared.name, stored?.name, declared.key),
    icon: keep(declared.icon, stored?.icon, null),
    order,
    widgets: declared.widgets?.map((widget, index) =>
      respellWidget({ ...placeOfWidget(index), ...widget }, known(widget, declaring)),
    ) ?? [...(stored?.widgets ?? [])],
    widgetGlobalFilters: declared.widgetGlobalFilters?.map((filter) =>
      respellFilter(filter, known(filter, declaring)),
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
export const known = (owner: Fields, declaring: Declaring) => (kind: Reference, value: unknown, path: JsonPath) => {
  const name = value as string;
  const found = kind === 'tag' ? findTag(name, declaring) : { key: keyNamed(kind, name) };
  if ('problem' in found) declaring.problem(owner, fieldAt(path), found.problem);
  else if (!isThere(kind, found.key, declaring))
    declaring.problem(owner, fieldAt(path), `there is no ${nouns[kind]} "${name}"`);
  else return nameOf(found.key);
  return name;
};

/** References may name records removed earlier, but not those this file removes. */
export function isThere(kind: Reference, key: string, declaring: Declaring): boolean {
  if (declaring.isKnown(kind, key)) return true;
  const stored = declaring.stored(kind, key);
  return stored !== undefined && 'removedAt' in stored && stored.removedAt !== null;
}
