import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { emptyState, type SiteState } from '../../sites/stored/index.ts';
import { applySiteFile, exportSiteFile } from './apply-and-export.ts';
import { compareStates } from './compare-states.ts';
import { declareSites } from './declare/declare.ts';
import { describeChange } from './describe-change.ts';
import { readText } from './format/read-text.ts';
import { Reading } from './format/reading.ts';
import { writeSiteFile } from './format/write-site-file.ts';
import { siteFileTexts } from './site-files.arbitrary.ts';

const stores = useTestStores();
const steps = (name: string) =>
  fc.array(fc.record({ text: siteFileTexts(name), prune: fc.boolean() }), { minLength: 1, maxLength: 4 });
const begin = Date.parse('2026-03-01T00:00:00Z');

function declared(
  text: string,
  current: SiteState,
  now: number,
  prune: boolean,
): { state: SiteState; problems: readonly string[] } {
  const { file, parts } = readText(text);
  const reading = new Reading(parts);
  const state = file === null ? current : declareSites(file, current, reading, { now, prune });
  return { state, problems: reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) };
}

const difference = (before: SiteState, after: SiteState) => compareStates(before, after).map(describeChange);

test('whatever was applied before: again changes nothing, the export neither, and it says everything', () => {
  fc.assert(
    fc.property(steps('A'), (files) => {
      let state = emptyState();
      let now = begin;
      for (const { text, prune } of files) {
        now += 3_600_000;
        const next = declared(text, state, now, prune);
        // A partial file over an older one can make zones circular, or move a virtual device without its members.
        // It must then be refused.
        if (next.problems.length > 0) {
          expect(
            next.problems.every((problem) => /circle|comes from|of another site/.test(problem)),
            next.problems.join(),
          ).toBe(true);
          continue;
        }
        state = next.state;
        expect(difference(state, declared(text, state, now + 1000, prune).state)).toEqual([]);
        const file = writeSiteFile(state);
        const back = declared(file, state, now + 1000, true);
        expect(back.problems).toEqual([]);
        expect(difference(state, back.state)).toEqual([]);
        expect(writeSiteFile(declared(file, emptyState(), now + 1000, false).state)).toBe(file);
      }
    }),
    { numRuns: 300 },
  );
});

test('the store keeps what the plan says', { timeout: 120_000 }, async () => {
  const { db } = stores.relational;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps('@'), async (files) => {
      const name = `Property ${++run}`;
      const clock = aClock(begin);
      const provisioning = { db, bus: createInProcessBus(createLogger('silent')), clock };
      const apply = (text: string, prune: boolean) =>
        applySiteFile(provisioning, text.replaceAll('"@"', name).replace('name: @', `name: ${name}`), {
          dryRun: false,
          prune,
          within: null,
        });
      for (const { text, prune } of files) {
        clock.time += 3_600_000;
        const first = await apply(text, prune);
        if (!first.applied) continue;
        expect((await apply(text, prune)).changes.map(describeChange)).toEqual([]);
        const file = await exportSiteFile(db, first.organizationId as never);
        expect((await apply(file, true)).changes.map(describeChange)).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});
