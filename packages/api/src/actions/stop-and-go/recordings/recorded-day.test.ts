import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { describe, expect, it } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';

const stores = useTestStores();
const recordingName = '../shared/data/hardbruecke-2020.csv.gz';
const recording = fileURLToPath(new URL(`../../../../../../${recordingName}`, import.meta.url));

const five = 300_000;
/** A day on which two lines of the station let in many more than they let out, and all of them back out. */
const day = '2020-02-06';
const midnight = Date.parse(`${day}T00:00:00+01:00`);
const lines = ['West-SBB total', 'West-VBZ total'];
const limit = 100;

const file = `organization: { name: Recorded }
installations:
  - key: recorded
    name: Station
    timezone: Europe/Zurich
    zones: [{ key: recorded-hall, name: Hall }]
    passages: [{ key: recorded-0, from: outside, to: recorded-hall }, { key: recorded-1, from: outside, to: recorded-hall }]
    devices:
      - { serial: RECORDED-0, kind: pad, passage: recorded-0, interval: 300 }
      - { serial: RECORDED-1, kind: pad, passage: recorded-1, interval: 300 }
    events: [{ name: Recorded day, neverEnding: true, metrics: [affluenceIn], stopngo: { limit: ${limit} } }]
`;

/** Returns the crossings of each line, by five minutes of the day. Intervals missing from the recording are 0. */
function crossings(): readonly (readonly { readonly cameIn: number; readonly wentOut: number }[])[] {
  const rows = gunzipSync(readFileSync(recording)).toString('utf8').split('\n');
  const told = new Map(
    rows.flatMap((row) => {
      const [, cameIn, wentOut, time, line] = /^(\d+),(\d+),"([^"]+)","([^"]+)"/.exec(row) ?? [];
      if (!time?.startsWith(day)) return [];
      return [[`${time.slice(11, 16)} ${line}`, { cameIn: Number(cameIn), wentOut: Number(wentOut) }] as const];
    }),
  );
  return Array.from({ length: 288 }, (_, slot) => {
    const clock = `${String(Math.floor(slot / 12)).padStart(2, '0')}:${String((slot % 12) * 5).padStart(2, '0')}`;
    return lines.map((line) => told.get(`${clock} ${line}`) ?? { cameIn: 0, wentOut: 0 });
  });
}

describe.skipIf(!existsSync(recording))(`the recording ${recordingName} (skipped where it is missing)`, () => {
  it('has a screen say STOP while inside is past the limit, and GO before and after', {
    timeout: 120_000,
  }, async () => {
    const clock = aClock(midnight + 1000);
    const services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
    const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
    const scope = systemScope(applied.organizationId as OrganizationId);
    const schema = buildSchemas(services.modules).main;
    const ask = async (source: string, variableValues: object, by: typeof scope | null) => {
      const contextValue = { scope: by, tokenProblem: null, address: '', bearer: '' };
      const answer = await graphql({ schema, source, contextValue, variableValues: { ...variableValues } });
      expect(answer.errors).toBeUndefined();
      // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
      return answer.data as any;
    };
    const { rows } = await stores.relational.pool.query("select id from events where name = 'Recorded day'");
    const { createStopAndGoScreen: screen } = await ask(
      'mutation ($input: StopAndGoScreenInput!) { createStopAndGoScreen(input: $input) { path } }',
      { input: { name: 'Hall', eventId: rows[0].id, language: 'en' } },
      scope,
    );
    const token = screen.path.slice('/stop-n-go/screen/'.length);
    const faces: string[] = [];
    // Computes the expected number independently: entries minus exits since midnight, raised so that it is never
    // negative.
    let [sum, lowest] = [0, 0];
    for (const [slot, ofLines] of crossings().entries()) {
      const at = midnight + slot * five;
      clock.time = at + five + 1000;
      const raw = ofLines.flatMap(({ cameIn, wentOut }, line) => {
        const reading = { device: `RECORDED-${line}`, at: new Date(at).toISOString(), interval: 300 };
        return [
          { ...reading, metric: 'affluenceIn', value: cameIn },
          { ...reading, metric: 'affluenceOut', value: wentOut },
        ];
      });
      await services.ingestion.ingestReadings(scope, null, raw, clock.now());
      sum += ofLines.reduce((net, { cameIn, wentOut }) => net + cameIn - wentOut, 0);
      lowest = Math.min(lowest, sum);
      const inside = sum - lowest;
      const { stopAndGoScreenByToken: shown } = await ask(
        'query ($token: String!) { stopAndGoScreenByToken(token: $token) { face inside placesLeft } }',
        { token },
        null,
      );
      expect([slot, shown]).toEqual([
        slot,
        { face: inside >= limit ? 'stop' : 'go', inside, placesLeft: Math.max(0, limit - inside) },
      ]);
      if (faces.at(-1) !== shown.face) faces.push(shown.face);
    }
    expect(faces.slice(0, 3)).toEqual(['go', 'stop', 'go']);
    expect(faces.at(-1)).toBe('go');
  });
});
