/**
 * A value of GraphQL as JSON that is stored: what is null was left out, however deep, and the names of types say nothing.
 */
export function stated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stated);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(
    ([key, part]) => part !== null && part !== undefined && key !== '__typename',
  );
  return Object.fromEntries(parts.map(([key, part]) => [key, stated(part)]));
}
