/** Example requests, by name. */
export const examples = ['sites', 'entries', 'reading'] as const;

export type Example = (typeof examples)[number];

/** Returns the example that works with these scopes; null if none does. */
export function findExample(scopes: readonly string[]): Example | null {
  if (scopes.includes('SITES_READ')) return 'sites';
  return scopes.includes('READINGS_WRITE') ? 'reading' : null;
}

/** Returns a curl command that works with the token; `today` and `tomorrow` are `yyyy-mm-dd`. */
export function buildCurl(
  example: Example,
  { origin, token, today, tomorrow }: Record<'origin' | 'token' | 'today' | 'tomorrow', string>,
): string {
  const authorization = `-H "Authorization: Bearer ${token}"`;
  if (example === 'sites') return `curl ${origin}/api/v1/sites \\\n  ${authorization}`;
  const json = '-H "Content-Type: application/json"';
  const [path, body] =
    example === 'entries'
      ? ['/api/v1/measurements/query', buildEntriesQuery(today, tomorrow)]
      : [
          '/ingest/v1/readings',
          [{ device: 'PAD-0007', metric: 'affluenceIn', at: `${today}T09:00:00Z`, value: 4, interval: 300 }],
        ];
  return [`curl ${origin}${path} \\`, `  ${authorization} \\`, `  ${json} \\`, `  -d '${JSON.stringify(body)}'`].join(
    '\n',
  );
}

const buildEntriesQuery = (today: string, tomorrow: string) => ({
  metric: 'affluenceIn',
  filters: { conditions: [{ criterion: 'DATE', values: [`${today}/${tomorrow}`] }] },
  groupBy: [{ type: 'INSTALLATION' }],
});
