import type { Comfort } from '@atrium/domain/dashboards';
import type { Translate } from '../i18n/index.ts';

/** Formats `CO₂: fair`: the comfort level, and the measure that decides it unless it is the best level. */
export function formatComfort({ score, decidedBy }: Comfort, t: Translate): string {
  const level = t(`sites.level${score}`);
  if (score === 5) return level;
  return t('sites.air', { measures: decidedBy.map((metric) => t(`sites.measure.${metric}`)).join(' · '), level });
}
