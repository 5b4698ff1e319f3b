/** Drops nulls and type names from a GraphQL value, at any depth, to store it as JSON. */
export function omitNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitNulls);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(
    ([key, part]) => part !== null && part !== undefined && key !== '__typename',
  );
  return Object.fromEntries(parts.map(([key, part]) => [key, omitNulls(part)]));
}
