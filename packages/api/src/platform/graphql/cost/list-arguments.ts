/** Maximum length of a list argument: sites, zones or devices. A condition of a query accepts as many. */
export const maxListLength = 5000;

/** Returns the length of the longest list in a value. Recursion is safe, since the schema's types limit the depth. */
export function getLongestList(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((most, item) => Math.max(most, getLongestList(item)), value.length);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, item) => Math.max(most, getLongestList(item)), 0);
}
