/** The words a query is made of, as the GraphQL enums name them. */
export const criteria = [
  'INSTALLATIONS',
  'ZONES',
  'PASSAGES',
  'DEVICES',
  'TAGS',
  'DATE',
  'DAY',
  'GENDER',
  'AGE_CATEGORY',
  'ENGAGEMENT',
] as const;
export type Criterion = (typeof criteria)[number];

export const groupByTypes = [
  'DATE',
  'ALL',
  'ZONE',
  'ZONE_ID',
  'PASSAGE',
  'DEVICE',
  'GENDER',
  'AGE_CATEGORY',
  'ENGAGEMENT',
] as const;
export type GroupByType = (typeof groupByTypes)[number];

export const targets = ['ZONE', 'PASSAGE', 'DEVICE'] as const;
export type Target = (typeof targets)[number];

/** Descriptors that a query may filter or group by, under the name readings carry them. */
export const descriptorOf = {
  GENDER: 'gender',
  AGE_CATEGORY: 'ageCategory',
  ENGAGEMENT: 'engagement',
} as const satisfies Partial<Record<Criterion & GroupByType, string>>;
export type DescriptorCriterion = keyof typeof descriptorOf;
export type DescriptorKey = (typeof descriptorOf)[DescriptorCriterion];

export function isDescriptorCriterion(name: string): name is DescriptorCriterion {
  return Object.hasOwn(descriptorOf, name);
}
