import { type SiteTab, siteTabNames } from '@atrium/domain/pages';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../platform/tenancy/index.ts';
import { omitRights, useDemoReaders } from './testing/demo-readers.ts';

const { readers, ask } = useDemoReaders();
let admin: Scope;
let viewer: Scope;
beforeAll(() => {
  ({ admin, viewer } = readers);
});

describe('what a page asks before it is there', () => {
  it('tells what a page asks when an address opens it, of what its reader sees', async () => {
    const { url } = (await ask('{ allDashboardsV2 { key url } }')).allDashboardsV2.find(
      ({ key }: { key: string }) => key === 'station-at-a-glance',
    );
    const id = Number(url.split('/').at(-1));
    const questions = async (search: string, scope = admin) => {
      const asked = await ask('query($id: Int!, $search: String!) { pageQuestions(id: $id, search: $search) }', scope, {
        id,
        search,
      });
      return asked.pageQuestions ?? asked;
    };
    const today = await questions('');
    expect(today.length).toBeGreaterThan(9);
    expect(JSON.stringify(today)).toContain('2026-03-02');
    const days = await questions(`?v=1&timespan=${encodeURIComponent('{"ranges":[["2026-02-20","2026-02-21"]]}')}`);
    expect(JSON.stringify(days)).toContain('2026-02-20');
    expect(JSON.stringify(days)).not.toContain('2026-03-02');
    const answered = await ask(
      'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { refusal { code } } }',
      admin,
      { queries: days },
    );
    expect(answered.answers).toEqual(days.map(() => ({ refusal: null })));
    expect(await questions('?timespan=%&zone=[')).toEqual(today);
    expect(await questions('x'.repeat(4001))).toEqual(['BAD_INPUT']);
    expect(await questions('', viewer)).toEqual(['NOT_FOUND']);
    expect(await questions('', omitRights(admin, 'dashboard.custom.read'))).toEqual(['FORBIDDEN']);
  });

  it("tells what each tab of a site's page asks when an address opens it, of a site its reader sees", async () => {
    const [{ id }, ...others] = (await ask('{ allInstallations { id } }', admin)).allInstallations;
    const requests = async (tab: SiteTab, search: string, scope = admin, of = id) => {
      const document =
        'query($id: Int!, $tab: SiteTab!, $search: String!) { siteRequests(id: $id, tab: $tab, search: $search) }';
      const asked = await ask(document, scope, { id: of, tab: tab.toUpperCase(), search });
      return asked.siteRequests ?? asked;
    };
    const refusals = 'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { refusal { code } } }';
    const days = `?v=1&timespan=${encodeURIComponent('{"ranges":[["2026-02-20","2026-02-21"]]}')}`;
    const counts: Record<string, number[]> = {};
    for (const tab of siteTabNames) {
      const [today, past] = [await requests(tab, ''), await requests(tab, days)];
      counts[tab] = today.map((queries: readonly unknown[]) => queries.length);
      expect(JSON.stringify(today)).toContain('2026-03-02');
      expect(JSON.stringify(past)).toContain('2026-02-20/2026-02-22');
      for (const queries of [...today, ...past])
        expect((await ask(refusals, admin, { queries })).answers).toEqual(queries.map(() => ({ refusal: null })));
      expect(await requests(tab, '?timespan=%&zone=[')).toEqual(today);
    }
    expect(counts).toMatchInlineSnapshot(`
      {
        "atmosphere": [
          12,
          11,
        ],
        "counting": [
          17,
        ],
        "energy": [
          17,
        ],
        "flow": [
          8,
        ],
        "rooms": [
          15,
        ],
        "sensors": [
          6,
        ],
        "uses": [
          16,
        ],
      }
    `);
    expect(await requests('counting', '?compare=-usual')).not.toEqual(await requests('counting', ''));
    expect(await requests('energy', 'x'.repeat(4001))).toEqual(['BAD_INPUT']);
    const unseen = others
      .map((site: { id: number }) => site.id)
      .filter((one: number) => !viewer.installationIds?.includes(one as never));
    expect(unseen.length).toBeGreaterThan(0);
    expect(await requests('energy', '', viewer, unseen[0])).toEqual(['NOT_FOUND']);
    expect(await requests('energy', '', admin, 999_999)).toEqual(['NOT_FOUND']);
  });

  it('tells what the overview asks, of the sites its reader sees', async () => {
    const requests = async (scope = admin) => {
      const asked = await ask('{ overviewRequests }', scope);
      return asked.overviewRequests ?? asked;
    };
    const [people, later] = await requests();
    const metrics = (questions: readonly { metric: string }[]) => questions.map(({ metric }) => metric);
    expect(metrics(people)).toEqual(['affluenceIn', 'inside', 'inside', 'affluenceIn']);
    expect(metrics(later)).toEqual(expect.arrayContaining(['electricityConsumption', 'temperatureScore']));
    const refusals = 'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { refusal { code } } }';
    const zonesOf = ([[first]]: readonly [readonly [(typeof people)[0]]]) =>
      first.filters.conditions[0].values as readonly string[];
    const [all, own] = [zonesOf(await requests()), zonesOf(await requests(viewer))];
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(all.length);
    for (const [scope, asked] of [
      [admin, [people, later]],
      [viewer, await requests(viewer)],
    ] as const)
      for (const queries of asked)
        expect((await ask(refusals, scope, { queries })).answers).toEqual(queries.map(() => ({ refusal: null })));
    expect(await requests(omitRights(admin, 'dashboard.sensor.read', 'dashboard.custom.read'))).toEqual(['FORBIDDEN']);
  });
});
