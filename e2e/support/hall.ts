import { ask, fetchToken } from './account.ts';
import { type APIRequestContext, expect } from './journey.ts';

interface Owner {
  /** Email of its administrator. */
  readonly email: string;
  readonly organization: string;
}

/** Adds a hall that never closes to an organization. Returns a function that posts entries at its door. */
export async function startHall(request: APIRequestContext, key: string, { email, organization }: Owner, events = '') {
  const token = await fetchToken(request, email);
  const file = `installations:
  - key: ${key}
    name: Hall ${key}
    timezone: UTC
    zones: [{ key: ${key}-floor, name: Floor }]
    passages: [{ key: ${key}-door, from: outside, to: ${key}-floor }]
    devices: [{ serial: ${key.toUpperCase()}-PAD, kind: pad, passage: ${key}-door, interval: 60 }]
    events: [{ name: Market, neverEnding: true, metrics: [affluenceIn]${events} }]
`;
  const { applySiteFile: applied } = await ask<{ applySiteFile: { problems: unknown[] } }>(
    request,
    token,
    'mutation ($file: String!) { applySiteFile(file: $file, dryRun: false) { problems { message } } }',
    { file: `organization: { name: ${organization} }\n${file}` },
  );
  expect(applied.problems).toEqual([]);
  const { createIngestKey } = await ask<{ createIngestKey: { secret: string } }>(
    request,
    token,
    'mutation { createIngestKey(name: "Journey") { secret } }',
  );
  const pass = async (cameIn: number, wentOut: number) => {
    const at = new Date(Date.now() - 1000).toISOString();
    const reading = { device: `${key.toUpperCase()}-PAD`, at, interval: 1 };
    const answer = await request.post('/ingest/v1/readings', {
      headers: { authorization: `Bearer ${createIngestKey.secret}` },
      data: {
        readings: [
          { ...reading, metric: 'affluenceIn', value: cameIn },
          { ...reading, metric: 'affluenceOut', value: wentOut },
        ],
      },
    });
    expect(await answer.json()).toMatchObject({ accepted: 2 });
  };
  return { token, pass };
}
