import type { Comfort } from '@atrium/domain/dashboards';
import type { Say } from '../i18n/index.ts';

/** `CO₂: fair`: how comfortable it is, and what decides that where it could be better. */
export function comfortWord({ score, decidedBy }: Comfort, say: Say): string {
  const level = say(`sites.level${score}`);
  if (score === 5) return level;
  return say('sites.air', { measures: decidedBy.map((metric) => say(`sites.measure.${metric}`)).join(' · '), level });
}
