import type { CustomLink } from '../../../organization/index.ts';

export interface SidebarLink {
  readonly text: string;
  readonly url: string;
  readonly iconSrc: string | null;
  /** Of a page: the name of its icon. */
  readonly icon?: string | null;
  /** In the product itself, in its place, or beside it. */
  readonly opens: 'product' | 'same tab' | 'new tab';
}

interface SidebarPage {
  readonly type: string;
  readonly name: string;
  readonly icon: string | null;
  readonly url: string;
}

/** What the sidebar lists of custom dashboards and custom links; addresses that are no web page are left out. */
export function sidebarLinks(
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
    // The router takes bare paths; an address with filters is opened as the browser would.
    const isPath = address.search === '' && address.hash === '';
    return [{ text, url: isPath ? address.pathname : address.href, iconSrc, opens: isPath ? 'product' : 'same tab' }];
  });
  return [...pages, ...links];
}
