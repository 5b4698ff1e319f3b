import { encodeFilters, type ResolvedFilters } from '@atrium/domain/dashboards';
import { CopyLinkButton } from '../../ui/page/index.ts';

/** A link with every choice written out, defaults too, so that it shows the same page to whoever opens it. */
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
