import type { Comfort } from '@atrium/domain/dashboards';
import type { Translate } from '../i18n/index.ts';

/** `CO₂: fair`: how comfortable it is, and what decides that where it could be better. */
export function comfortWord({ score, decidedBy }: Comfort, t: Translate): string {
  const level = t(`sites.level${score}`);
  if (score === 5) return level;
  return t('sites.air', { measures: decidedBy.map((metric) => t(`sites.measure.${metric}`)).join(' · '), level });
}
