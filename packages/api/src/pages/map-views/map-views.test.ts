import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { fullRights, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { getPlanKey } from './pictures.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-02T12:00:00Z');
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let strange: Scope;
let ids: Readonly<Record<string, number>>;

const file = (name: string) => `organization: { name: ${name} }
tags: { Use: [retail] }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: floor, name: ${name} floor }, { key: ${name}-corner }]
    passages: [{ key: ${name}-door, from: outside, to: floor }]
    devices: [{ serial: ${name}-pad, kind: pad, passage: ${name}-door, interval: 300 }]
  - { key: annex, name: Annex, timezone: Europe/Zurich, zones: [{ key: ${name}-annex }] }
`;

beforeAll(async () => {
  const { db } = stores.relational;
  services = testServices({ db, analytics: stores.analytics }, aClock(now));
  schema = buildSchemas(services.modules).main;
  const opened = async (name: string) => {
    const options = { dryRun: false, prune: false, within: null };
    const outcome = await applySiteFile(services.provisioning, file(name), options);
    expect(outcome.problems).toEqual([]);
    return systemScope(outcome.organizationId as OrganizationId);
  };
  [scope, strange] = [await opened('Ours'), await opened('Theirs')];
  const { rows } = await stores.relational.pool.query(
    `select case key when 'floor' then name else key end as key, id from zones union all select key, id from passages union all select serial, id from devices
     union all select key, id from installations where organization_id = $1
     union all select name, id from tags where organization_id = $1`,
    [scope.organizationId],
  );
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown>, by: Scope = scope): Promise<any> {
  const contextValue = { scope: by, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors?.map(({ extensions, message }) => extensions.code ?? message) ?? answer.data;
}

const save = (zoneId: number | undefined, config: object, by?: Scope) =>
  ask(
    `mutation ($zoneId: Int!, $config: MapViewConfigInput!) { saveMapView(zoneId: $zoneId, config: $config) {
      zoneId version width showList filterType backgrounds { file url } layers { name file url }
      elements { zoneId passageId tagId x width path tooltip { title captions } colorimetry { color limits { lower upper } } }
      metrics { type colorRanges { color limits { lower upper } } } } }`,
    { zoneId, config },
    by,
  );
const read = (zoneId: number | undefined, by?: Scope) =>
  ask(
    'query ($zoneId: Int!) { mapViewConfigByZoneId(zoneId: $zoneId) { zoneId elements { zoneId } backgrounds { url } } }',
    { zoneId },
    by,
  ).then((answer) => answer.mapViewConfigByZoneId ?? answer);
const saveSeen = (revision: string, elements: object[]) =>
  ask(
    `mutation ($zoneId: Int!, $config: MapViewConfigInput!, $revision: String) {
      saveMapView(zoneId: $zoneId, config: $config, revision: $revision) {
        revision scale { from { x y } to { x y } metres } elements { deviceId x y } } }`,
    { zoneId: ids['Ours-corner'], config: { elements, scale }, revision },
  );
const scale = { from: { x: 0, y: 0 }, to: { x: 30, y: 0 }, metres: 12.5 };
const remove = (zoneId: number | undefined, by?: Scope) =>
  ask('mutation ($zoneId: Int!) { deleteMapView(zoneId: $zoneId) }', { zoneId }, by);

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = (name: string, bytes: Buffer | null, zoneId = ids['Ours floor'], by?: Scope) =>
  ask(
    'mutation ($zoneId: Int!, $name: String!, $file: File) { uploadMapPicture(zoneId: $zoneId, name: $name, file: $file) }',
    { zoneId, name, file: bytes === null ? null : new File([new Uint8Array(bytes)], 'p.png', { type: 'image/png' }) },
    by,
  );

const limitedTo = (...sites: string[]): Scope =>
  ({ ...scope, installationIds: sites.map((key) => ids[key] as InstallationId) }) as Scope;

describe('a map of a zone (G13)', () => {
  it('is drawn on uploaded pictures, answered with their addresses, changed, and taken away', async () => {
    const floor = ids['Ours floor'] as number;
    expect(await upload('plan', dot)).toEqual({ uploadMapPicture: 'plan' });
    expect(await upload('upper', dot)).toEqual({ uploadMapPicture: 'upper' });
    const elements = [
      {
        zoneId: ids['Ours-corner'],
        tagId: ids.retail,
        x: 1.5,
        width: 20,
        tooltip: { title: 'Corner', captions: ['by the door'] },
        colorimetry: { color: '#22aa66', limits: { lower: 0, upper: null } },
      },
      { passageId: ids['Ours-door'], path: 'M0 0L1 1' },
    ];
    const colorRanges = [{ color: '#ff0000', limits: { lower: 3, upper: 9 } }];
    const config = {
      width: 400,
      elements,
      backgrounds: [{ file: 'plan' }],
      layers: [{ name: 'Upper floor', file: 'upper' }],
      metrics: [{ type: 'inside', colorRanges }],
    };
    const { saveMapView: saved } = await save(floor, config);
    expect(saved).toMatchObject({ zoneId: floor, version: 1, width: 400, showList: false, filterType: 'metric' });
    expect(saved.backgrounds).toEqual([
      { file: 'plan', url: expect.stringMatching(`^/files/.+/plans/.+/${floor}.png$`) },
    ]);
    expect(saved.layers).toEqual([
      { name: 'Upper floor', file: 'upper', url: expect.stringMatching(`/${floor}-upper.png$`) },
    ]);
    expect(saved.elements).toMatchObject(elements);
    expect(saved.metrics).toEqual([{ type: 'inside', colorRanges }]);
    await save(floor, { ...config, elements: elements.slice(1) });
    expect((await read(floor))[0].elements).toEqual([{ zoneId: null }]);
    expect(await remove(floor)).toEqual({ deleteMapView: true });
    expect(await read(floor)).toEqual([]);
    expect(await remove(floor)).toEqual(['NOT_FOUND']);
    // The plan stays for heatmaps; the other pictures are deleted with the map.
    expect(await services.files.store.has(getPlanKey(scope.organizationId, floor as never))).toBe(true);
    expect(await save(floor, { elements: [], layers: [{ name: 'x', file: 'upper' }] })).toEqual(['NOT_FOUND']);
    const { rows } = await stores.relational.pool.query(
      'select action, details from audit_entries where organization_id = $1 and action like $2 order by id desc limit 2',
      [scope.organizationId, 'mapView.%'],
    );
    expect(rows).toEqual(
      ['mapView.deleted', 'mapView.saved'].map((action) => ({ action, details: { name: 'Ours floor' } })),
    );
  });

  it('stores the scale of its plan and its devices, and is not overwritten by an editor of another revision', async () => {
    const elements = [{ deviceId: ids['Ours-pad'], x: 4, y: 5 }];
    const { saveMapView: first } = await saveSeen('none', elements);
    expect(first).toMatchObject({ scale, elements });
    expect(await saveSeen('none', [])).toEqual(['BAD_INPUT']);
    const { saveMapView: second } = await saveSeen(first.revision, []);
    expect(second.revision).not.toBe(first.revision);
    expect(await saveSeen(first.revision, elements)).toEqual(['BAD_INPUT']);
    expect(await saveSeen(second.revision, elements)).toMatchObject({ saveMapView: { revision: first.revision } });
  });

  it('names nothing that is not there, or another organization’s', async () => {
    const [floor, theirs] = [ids['Ours floor'], ids['Theirs floor']];
    for (const element of [
      { zoneId: theirs },
      { passageId: ids['Theirs-door'] },
      { deviceId: ids['Theirs-pad'] },
      { tagId: 99_999 },
    ])
      expect([element, await save(floor, { elements: [element] })]).toEqual([element, ['NOT_FOUND']]);
    const filterOptions = [{ title: 'x', zoneIds: [theirs] }];
    expect(await save(floor, { elements: [], filterOptions })).toEqual(['NOT_FOUND']);
    expect(await save(floor, { elements: [], backgrounds: [{ file: 'nothing' }] })).toEqual(['NOT_FOUND']);
    for (const made of [save(theirs, { elements: [] }), upload('plan', dot, theirs), remove(theirs), read(theirs)])
      expect(await made).toEqual(['NOT_FOUND']);
    expect(await read(theirs, strange)).toEqual([]);
  });

  it('takes no form it cannot draw, and no picture that is none', async () => {
    const floor = ids['Ours floor'];
    const wrong = [
      { elements: [{ strokeColor: 'red' }] },
      { elements: [{ path: '<script>' }] },
      { elements: [], width: 0 },
      { elements: [], scale: { ...scale, metres: 0 } },
      { elements: [], filterType: 'other' },
      { elements: [], backgrounds: [{ file: '../../etc/passwd' }] },
      { elements: [], metrics: Array.from({ length: 21 }, () => ({ type: 'inside' })) },
    ];
    for (const config of wrong) expect([config, await save(floor, config)]).toEqual([config, ['BAD_INPUT']]);
    expect(await upload('plan', Buffer.from('<svg/>'))).toEqual(['BAD_INPUT']);
    expect(await upload('../plan', dot)).toEqual(['BAD_INPUT']);
    for (let count = 0; count < 20; count++) expect(await upload(`p-${count}`, dot)).toMatchObject({});
    expect(await upload('one-more', dot)).toEqual(['BAD_INPUT']);
    expect(await upload('p-0', null)).toEqual({ uploadMapPicture: 'p-0' });
    expect(await upload('one-more', dot)).toEqual({ uploadMapPicture: 'one-more' });
  });

  it('can be written with the right to edit the organization and access to all it shows', async () => {
    const [floor, annex] = [ids['Ours floor'] as number, ids['Ours-annex'] as number];
    const reader = { ...scope, rights: withRights(fullRights, ['organization.general.edit'], false) } as Scope;
    for (const refused of [
      save(floor, { elements: [] }, reader),
      remove(floor, reader),
      upload('plan', dot, floor, reader),
    ])
      expect(await refused).toEqual(['FORBIDDEN']);
    const hall = limitedTo('hall');
    expect(await save(annex, { elements: [] }, hall)).toEqual(['NOT_FOUND']);
    expect(await save(floor, { elements: [{ zoneId: annex }] }, hall)).toEqual(['NOT_FOUND']);
    expect(await save(floor, { elements: [{ zoneId: annex }] })).toMatchObject({ saveMapView: { zoneId: floor } });
    for (const blind of [save(floor, { elements: [] }, hall), remove(floor, hall)])
      expect(await blind).toEqual(['FORBIDDEN']);
    expect((await read(floor, hall))[0].elements).toEqual([]);
    expect(await save(annex, { elements: [{ deviceId: ids['Ours-pad'] }] })).toMatchObject({ saveMapView: {} });
    expect((await read(annex, limitedTo('annex')))[0].elements).toEqual([]);
    expect(await save(floor, { elements: [] }, limitedTo('hall', 'annex'))).toMatchObject({ saveMapView: {} });
  });
});
