import { loadMessages } from '../../../i18n/index.ts';
import { useMayDo } from '../../../people/organization/index.ts';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import type { OpenAlertFragment } from './operations.generated.ts';

// Loads alerts and their messages after the page's numbers.
const parts = () => Promise.all([import('./open-alert-parts.tsx'), loadMessages('alerts')]).then(([loaded]) => loaded);
const Chip = lazyComponent(() => parts().then(({ OpenAlertsChip }) => OpenAlertsChip));
const Mark = lazyComponent(() => parts().then(({ OpenMark: mark }) => mark));

interface Place {
  readonly installationId: number;
  readonly zones: readonly { readonly id: number }[];
  readonly timezone: string;
}

/** Open alerts of a site, for viewers with the right. */
export function OpenAlerts(site: Place) {
  return useMayDo('alertLog') ? <Chip {...site} /> : null;
}

/** A bell where alerts are open, for viewers with the right. */
export function OpenMark({ isHere }: { readonly isHere: (entry: OpenAlertFragment) => boolean }) {
  return useMayDo('alertLog') ? <Mark isHere={isHere} /> : null;
}
