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

/** Uploads a site file as the page does, and throws its problems. */
export async function uploadSiteFile(origin: string, token: string, text: string): Promise<void> {
  const query = `mutation ($file: File) {
    applySiteFile(upload: $file, dryRun: false) { applied problems { line message } } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  form.set('file', new File([text], 'sites.yaml'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/v2/graphql`, { method: 'POST', headers, body: form });
  const { data, errors } = (await answer.json()) as {
    readonly data: { readonly applySiteFile?: { readonly applied: boolean; readonly problems: unknown } } | null;
    readonly errors?: unknown;
  };
  const outcome = data?.applySiteFile;
  if (outcome?.applied !== true) throw new Error(JSON.stringify(errors ?? outcome?.problems));
}
