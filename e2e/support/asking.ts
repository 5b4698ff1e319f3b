/** Calls the API with a token; returns errors instead of throwing. */
export type Ask = <Data = Record<string, unknown>>(
  query: string,
  variables?: object,
) => Promise<{ readonly data: Data | null; readonly errors?: readonly { readonly message: string }[] }>;

export const createAsk =
  (origin: string, token: string | null, path = '/v2/graphql'): Ask =>
  async (query, variables = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await answer.json()) as never;
  };

/** Same, but throws on errors. */
export async function askOrThrow<Data>(ask: Ask, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await ask<Data>(query, variables);
  if (data === null || data === undefined || errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
  return data;
}
