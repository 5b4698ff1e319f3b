import type { ChartAxis } from '../../charts/index.ts';
import { loadMessages } from '../../i18n/index.ts';
import { useMayDo } from '../../organization/index.ts';
import { latePart } from '../../ui/loading/index.ts';
import type { OpenAlertFragment } from '../live/index.ts';

// A page shows its numbers first: alerts and their words come after it.
const parts = () => Promise.all([import('./parts.ts'), loadMessages('alerts')]).then(([loaded]) => loaded);
const Chip = latePart(() => parts().then(({ OpenAlertsChip }) => OpenAlertsChip));
const Mark = latePart(() => parts().then(({ OpenMark: mark }) => mark));
const Marks = latePart(() => parts().then(({ AlertMarks }) => AlertMarks));

interface Place {
  readonly installationId: number;
  readonly zones: readonly { readonly id: number }[];
  readonly timezone: string;
}

/** What is open at a site now, for those who may know. */
export function OpenAlerts(site: Place) {
  return useMayDo('alertLog') ? <Chip {...site} /> : null;
}

/** A bell where alerts are open now, for those who may know. */
export function OpenMark({ isHere }: { readonly isHere: (entry: OpenAlertFragment) => boolean }) {
  return useMayDo('alertLog') ? <Mark isHere={isHere} /> : null;
}

/** When alerts of a site fired, to be laid over a chart of what they watch; undefined for those who may not know. */
export function useAlertMarks(site: Place, watches: (metric: string) => boolean) {
  return useMayDo('alertLog') ? (axis: ChartAxis) => <Marks {...axis} {...site} watches={watches} /> : undefined;
}
