/** Sends a GraphQL query and returns the data of the response; throws on errors. */
export async function queryGraphql(
  address: string,
  token: string | null,
  query: string,
  variables: object,
  path = '/v2/graphql',
): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return parseData(await response.text());
}

/** Returns the data of a response text; throws on errors. */
export function parseData(text: string): Record<string, unknown> {
  const { data, errors } = JSON.parse(text) as { data: Record<string, unknown>; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}
