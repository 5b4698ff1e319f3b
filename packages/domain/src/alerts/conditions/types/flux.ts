import { aboveValue } from '../common-bounds.ts';
import type { ConditionType } from '../condition-type.ts';
import { buildZoneWatch, required } from '../define-zone-type.ts';

/** People entering or leaving a zone, or going along single passages, per quarter of an hour. */
export const flux: ConditionType = {
  type: 'flux',
  fields: [
    { name: 'zoneId', isRequired: false },
    { name: 'passageIds', isRequired: false },
    required('direction'),
    required('value'),
  ],
  comparison: 'above',
  values: { min: 0, max: 1_000_000, step: 1, usual: 100 },
  metric: ({ direction }) => (direction === 'out' ? 'affluenceOut' : 'affluenceIn'),
  interval: 900,
  isSum: true,
  hours: 'asked',
  silence: 'noData',
  watches(condition) {
    const metrics = [flux.metric(condition)];
    if (condition.zoneId !== null) return buildZoneWatch(condition, metrics);
    return condition.passageIds.map((id) => ({
      place: { kind: 'passage', id },
      metrics,
      aggregation: null,
      deviceIds: [],
    }));
  },
  bounds: aboveValue,
};
