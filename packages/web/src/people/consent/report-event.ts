import { hasConsent } from './consent.ts';
import type { UsageEvent } from './sinks.ts';

/** Reports a usage event, with consent only. The sinks' code loads with the first one. */
export async function reportEvent(event: UsageEvent): Promise<void> {
  if (!hasConsent()) return;
  const { report } = await import('./report.ts');
  await report(event);
}
