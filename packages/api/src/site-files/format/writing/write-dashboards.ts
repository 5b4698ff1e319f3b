import type { DashboardState, NavigationState, PageState, SiteState } from '../../../sites/stored/index.ts';
import { defaultWidgetFields } from '../dashboards.ts';
import { type Fields, omitEmpty } from '../fields.ts';

export function writeDashboards(state: SiteState): Fields[] {
  return [...state.dashboard.values()].map((dashboard) => writeDashboard(dashboard, state));
}

function writeDashboard({ key, name, profiles, ...rest }: DashboardState, state: SiteState): Fields {
  const pages = [...state.page.values()].filter((page) => page.dashboard === key);
  return {
    key,
    name,
    // An empty list is not the same as null: it means no role.
    ...(profiles === null ? {} : { profiles }),
    ...omitEmpty({ ...rest, pages: pages.sort((a, b) => a.order - b.order).map(writePage) }),
  };
}

function writePage({ key, name, icon, widgets, widgetGlobalFilters }: PageState): Fields {
  return {
    key,
    name,
    ...omitEmpty({ icon, widgets: widgets.map(writeWidget), widgetGlobalFilters: [...widgetGlobalFilters] }),
  };
}

/** Leaves out fields that follow from the widget's position. */
function writeWidget(widget: Fields, index: number): Fields {
  const usual: Fields = defaultWidgetFields(index);
  return Object.fromEntries(Object.entries(widget).filter(([field, value]) => usual[field] !== value));
}

/** Writes a user's bookmarks and links. */
export function writeNavigation(navigation: NavigationState | undefined): Fields {
  if (navigation === undefined) return {};
  const { bookmarks, links } = navigation;
  return omitEmpty({
    bookmarks: bookmarks.map(({ title, url, target }) => ({ title, url, ...(target === '_self' ? {} : { target }) })),
    links: links.map(({ text, url, iconSrc, openOutside }) => ({
      text,
      url,
      ...(iconSrc === null ? {} : { iconSrc }),
      ...(openOutside ? { openOutside } : {}),
    })),
  });
}
