// Prints entries by site and day as CSV. An unknown number is an empty cell with its state.
//   ATRIUM_URL=https://atrium.example ATRIUM_TOKEN=atr_… node daily-entries.ts 2026-11-01 2026-11-08
// The token needs the scopes sites:read and measurements:read.
import { type components, createClient } from '@atrium/client';

const { ATRIUM_URL: origin = 'http://127.0.0.1:4000', ATRIUM_TOKEN: token = '' } = process.env;
/** The second day is not included. */
const [from = '', to = ''] = process.argv.slice(2);

type Value = components['schemas']['LabelledValue'];

const atrium = createClient({ origin, token });
process.stdout.write('site,day,entries,state\n');
for await (const site of atrium.list('/sites', { query: { first: 100 } })) {
  const { data } = await atrium.post('/measurements/query', {
    body: {
      metric: 'affluenceIn',
      filters: {
        conditions: [
          { criterion: 'DATE', values: [`${from}/${to}`] },
          { criterion: 'INSTALLATIONS', values: [String(site.id)] },
        ],
      },
      groupBy: [{ type: 'DATE', granularity: 86_400 }],
    },
  });
  for (const { label, value, state, partial } of data as readonly Value[])
    process.stdout.write(`${site.key},${label.slice(0, 10)},${value ?? ''},${state ?? (partial ? 'partial' : '')}\n`);
}
