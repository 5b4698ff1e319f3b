import { hasConsent } from './consent.ts';
import type { UsageEvent } from './usage/sinks.ts';

/** Tells the sinks, as far as there is consent. Their code is fetched with the first event there is consent for. */
export async function tell(event: UsageEvent): Promise<void> {
  if (!hasConsent()) return;
  const { report } = await import('./report.ts');
  await report(event);
}
