/** Descriptors that a query may filter or group by, with their name in readings. */
export const criterionDescriptors = {
  GENDER: 'gender',
  AGE_CATEGORY: 'ageCategory',
  ENGAGEMENT: 'engagement',
  GROUP_SIZE: 'groupSize',
  ELECTRICITY_ORIGIN: 'electricityOrigin',
  ELECTRICITY_DESTINATION: 'electricityDestination',
  ELECTRICITY_USE: 'electricityUse',
  COMBUSTIBLE_TYPE: 'combustibleType',
  COMBUSTIBLE_USE: 'combustibleUse',
  WATER_TEMPERATURE: 'waterTemperature',
  WATER_USE: 'waterUse',
} as const;
export type DescriptorCriterion = keyof typeof criterionDescriptors;
export type DescriptorKey = (typeof criterionDescriptors)[DescriptorCriterion];

const descriptorCriteria = Object.keys(criterionDescriptors) as DescriptorCriterion[];

/** Terms of queries, as in the GraphQL enums. */
export const criteria = [
  'INSTALLATIONS',
  'ZONES',
  'PASSAGES',
  'DEVICES',
  'TAGS',
  'TAG_CATEGORY',
  'DATE',
  'DAY',
  ...descriptorCriteria,
] as const;
export type Criterion = (typeof criteria)[number];

export const groupByTypes = [
  'DATE',
  'DISCONTINUOUS_DATE',
  'ALL',
  'INSTALLATION',
  'COUNTRY',
  'ZONE',
  'ZONE_ID',
  'TAG',
  'TAG_CATEGORY',
  'PASSAGE',
  'DEVICE',
  'COMPLEMENTARY',
  'VISITORS',
  'LIMIT',
  ...descriptorCriteria,
] as const;
export type GroupByType = (typeof groupByTypes)[number];

export const targets = ['ZONE', 'PASSAGE', 'DEVICE'] as const;
export type Target = (typeof targets)[number];

/** Type of a passage: between outside and a zone, between two zones, or counting passers-by. */
export const passageTypes = ['ENTRANCE', 'INNER', 'FOOTFALL'] as const;
export type PassageType = (typeof passageTypes)[number];

export function isDescriptorCriterion(name: string): name is DescriptorCriterion {
  return Object.hasOwn(criterionDescriptors, name);
}
