import type { ConditionType } from '../condition-type.ts';

const crossed = { min: null, max: 0 };

/** Any crossing of a passage, in either direction, while the site is closed. */
export const intrusion: ConditionType = {
  type: 'intrusion',
  fields: [{ name: 'passageIds', isRequired: false }],
  comparison: 'above',
  values: null,
  metric: () => 'affluenceIn',
  interval: 300,
  isSum: true,
  hours: 'closed',
  silence: 'noData',
  watches({ passageIds }, { site }) {
    const watched = site.passages.filter(
      ({ id, ends, removedAt }) =>
        ends.length > 0 && removedAt === undefined && (passageIds.length === 0 || passageIds.includes(id)),
    );
    return watched.map(({ id }) => ({
      place: { kind: 'passage', id },
      metrics: ['affluenceIn', 'affluenceOut'],
      aggregation: null,
      deviceIds: [],
    }));
  },
  bounds: () => ({ fires: crossed, ends: crossed }),
};
