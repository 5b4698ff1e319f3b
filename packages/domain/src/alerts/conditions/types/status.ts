import type { ConditionType } from '../condition-type.ts';
import { required } from '../define-zone-type.ts';

const inOneOfThem = { min: null, max: 0 };

/**
 * Status of devices: 1 while a device has one of the selected statuses, else 0. The last reported status counts. After
 * two reporting intervals without a reading, the status is "connection lost".
 */
export const status: ConditionType = {
  type: 'status',
  fields: [{ name: 'padIds', isRequired: false }, { name: 'kinds', isRequired: false }, required('padStatusCodes')],
  comparison: 'above',
  values: null,
  metric: () => 'deviceStatus',
  interval: 300,
  isSum: false,
  hours: 'asked',
  silence: 'counts',
  watches({ padIds, kinds }, { site }) {
    const watched = site.devices.filter(({ id, kind, removedAt }) => {
      if (removedAt !== null) return false;
      if (padIds.length > 0) return padIds.includes(id);
      return kinds.length === 0 || kinds.includes(kind);
    });
    return watched.map(({ id }) => ({
      place: { kind: 'device', id },
      metrics: ['deviceStatus'],
      aggregation: null,
      deviceIds: [id],
    }));
  },
  bounds: () => ({ fires: inOneOfThem, ends: inOneOfThem }),
};
