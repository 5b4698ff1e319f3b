import { encodeFilters, type ResolvedFilters } from '@atrium/domain/pages';
import { CopyLinkButton } from '../../ui/page/copy-link-button.tsx';

/** Copies a link with all filters, including defaults, so that everyone sees the same page. */
export function ShareButton({ filters }: { readonly filters: ResolvedFilters }) {
  const address = () => {
    const search = encodeFilters({ ...filters.state, timespan: filters.timespan });
    const link = new URL(location.pathname, location.origin);
    for (const [key, value] of Object.entries(search))
      link.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
    return link.href;
  };
  return <CopyLinkButton address={address} />;
}
