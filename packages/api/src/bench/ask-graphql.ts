/** The data of an answer of the main service, or of another one; throws on errors. */
export async function askGraphql(
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
  return dataIn(await response.text());
}

/** The data of an answer's text; throws on errors. */
export function dataIn(text: string): Record<string, unknown> {
  const { data, errors } = JSON.parse(text) as { data: Record<string, unknown>; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}
