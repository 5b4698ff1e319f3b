/** Descriptors of what a reading counts, with their values. */
const values = {
  gender: ['female', 'male', 'unknown'],
  ageCategory: ['child', 'teenager', 'youngAdult', 'adult', 'senior', 'unknown'],
  engagement: ['engaged', 'notEngaged'],
  groupSize: 'wholeNumber',
  direction: ['in', 'out', 'forward', 'backward', 'left', 'right', 'up', 'down'],
  electricityOrigin: ['grid', 'self', 'solar', 'wind', 'hydro', 'battery', 'generator', 'cogeneration', 'other'],
  electricityDestination: ['building', 'self', 'grid', 'battery', 'vehicle', 'other'],
  electricityUse: [
    'common',
    'tenants',
    'lighting',
    'heating',
    'cooling',
    'ventilation',
    'hotWater',
    'equipment',
    'information',
    'elevators',
    'kitchen',
    'refrigeration',
    'charging',
    'other',
  ],
  waterTemperature: ['cold', 'hot', 'mixed'],
  waterUse: ['sanitary', 'kitchen', 'irrigation', 'cooling', 'heating', 'process', 'other'],
  combustibleType: ['gas', 'oil', 'wood', 'coal', 'other'],
  combustibleUse: ['heating', 'hotWater', 'kitchen', 'process', 'generator', 'other'],
} as const satisfies Record<string, readonly string[] | 'wholeNumber'>;

export type DescriptorName = keyof typeof values;

/** Every descriptor with its values; `wholeNumber` is 1…999 written without a leading zero. */
export const descriptorValues: Readonly<Record<DescriptorName, readonly string[] | 'wholeNumber'>> = values;

const known: ReadonlyMap<string, ReadonlySet<string> | 'wholeNumber'> = new Map(
  Object.entries(descriptorValues).map(([name, list]) => [name, list === 'wholeNumber' ? list : new Set(list)]),
);

export function isDescriptorName(name: string): name is DescriptorName {
  return known.has(name);
}

/** Returns the value's canonical text, or null when it is invalid. */
export function toDescriptorText(name: DescriptorName, value: unknown): string | null {
  const allowed = known.get(name);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || allowed === undefined) return null;
  if (allowed === 'wholeNumber') return /^[1-9]\d{0,2}$/.test(text) ? text : null;
  return allowed.has(text) ? text : null;
}

/** Describes the valid values of a descriptor for an error message. */
export function describeDescriptorValues(name: DescriptorName): string {
  const allowed = descriptorValues[name];
  return allowed === 'wholeNumber' ? 'a whole number from 1 to 999' : `one of ${allowed.join(', ')}`;
}
