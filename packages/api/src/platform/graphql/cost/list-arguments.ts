/** One list of an argument: sites, zones or devices that somebody named. A condition of a question takes as many. */
export const mostValues = 5000;

/** The length of the longest list in a value, which is no deeper than the types of the schema. */
export function longestList(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((most, item) => Math.max(most, longestList(item)), value.length);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, item) => Math.max(most, longestList(item)), 0);
}
