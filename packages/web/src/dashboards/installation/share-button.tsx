import { encodeFilters } from '@atrium/domain/dashboards';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';

/** A link with every choice written out, defaults too, so that it shows the same page to whoever opens it. */
export function ShareButton({ filters }: { readonly filters: ResolvedFilters }) {
  const { say } = useText();
  const share = async () => {
    const search = encodeFilters({ ...filters.state, timespan: filters.timespan });
    const address = new URL(location.pathname, location.origin);
    for (const [key, value] of Object.entries(search))
      address.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
    try {
      await navigator.clipboard.writeText(address.href);
      toast('success', say('counting.shared'));
    } catch {
      toast('error', say('counting.shareFailed'));
    }
  };
  return (
    <Button icon="link" onClick={() => void share()}>
      {say('counting.share')}
    </Button>
  );
}
