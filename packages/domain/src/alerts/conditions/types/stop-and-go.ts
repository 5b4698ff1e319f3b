import type { ConditionType } from '../condition-type.ts';
import { required } from '../define-zone-type.ts';

/** People in the whole site reach an event's limit, the moment its screens say STOP. Follows changes of the limit. */
export const stopAndGo: ConditionType = {
  type: 'stopAndGo',
  fields: [required('eventId')],
  comparison: 'reached',
  values: null,
  metric: () => 'inside',
  interval: 60,
  isSum: false,
  hours: 'asked',
  silence: 'noData',
  watches: (_condition, { site }) => [
    { place: { kind: 'site', id: site.installationId }, metrics: ['inside'], aggregation: 'MAX', deviceIds: [] },
  ],
  bounds(_condition, { eventLimit }) {
    if (eventLimit === null) return null;
    const reached = { min: null, max: eventLimit };
    return { fires: reached, ends: reached };
  },
};
