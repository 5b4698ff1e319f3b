import type { CustomLink } from '../../people/organization/index.ts';

export interface SidebarLink {
  readonly text: string;
  readonly url: string;
  readonly iconSrc: string | null;
  /** Name of the page's icon. */
  readonly icon?: string | null;
  /** Navigates inside the app, in the same tab, or in a new tab. */
  readonly opens: 'product' | 'same tab' | 'new tab';
}

interface SidebarPage {
  readonly type: string;
  readonly name: string;
  readonly icon: string | null;
  readonly url: string;
}

/** Returns the sidebar's custom dashboards and custom links. Skips addresses that are not web pages. */
export function buildSidebarLinks(
  dashboards: readonly SidebarPage[],
  custom: readonly CustomLink[],
  origin: string,
): readonly SidebarLink[] {
  const pages = dashboards
    .filter(({ type }) => type === 'custom')
    .map(({ name, icon, url }): SidebarLink => ({ text: name, url, icon, iconSrc: null, opens: 'product' }));
  const links = custom.flatMap(({ text, url, iconSrc, openOutside }): SidebarLink[] => {
    if (!URL.canParse(url, origin)) return [];
    const address = new URL(url, origin);
    if (!/^https?:$/.test(address.protocol)) return [];
    if (openOutside) return [{ text, url: address.href, iconSrc, opens: 'new tab' }];
    if (address.origin !== origin) return [{ text, url: address.href, iconSrc, opens: 'same tab' }];
    // The router takes bare paths. The browser opens addresses with filters.
    const isPath = address.search === '' && address.hash === '';
    return [{ text, url: isPath ? address.pathname : address.href, iconSrc, opens: isPath ? 'product' : 'same tab' }];
  });
  return [...pages, ...links];
}
