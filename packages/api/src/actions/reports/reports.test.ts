import type { InstallationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { buildSchemas } from '../../app/schema.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createReportWorld, type ReportWorld } from './testing/report-world.ts';

const stores = useTestStores();
let world: ReportWorld;
let schema: GraphQLSchema;

beforeEach(async () => {
  world = await createReportWorld({ db: stores.relational.db, analytics: stores.analytics }, '2026-03-02T05:30:00Z');
  schema = buildSchemas(world.services.modules).main;
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: object = {}, scope: Scope = world.manager): Promise<any> {
  const contextValue = { scope, tokenProblem: null, address: '', bearer: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues: { ...variableValues } });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

const shown = `id name title site zone event language sendDay freq hour includedDays days_included emails enabled state nextAt
  problem setUpBy attachPdf attachSpreadsheet recipients { email kind name } lastDelivery { id }`;

const create = (changes: object = {}, scope?: Scope) =>
  ask(
    `mutation ($input: ReportInput!) { createReport(input: $input) { ${shown} } }`,
    { input: world.written(changes) },
    scope,
  );

test('what a form says is kept and told, by the names of the specification too', async () => {
  const emails = [world.addressOf('manager'), 'Boss@Outside.example', 'boss@outside.example '];
  const { createReport } = await create({ emails, sendDay: 'monday', hour: 7 });
  expect(createReport).toMatchObject({
    name: 'Weekly',
    title: 'Weekly',
    site: 'Hall',
    zone: 'Floor',
    sendDay: 'monday',
    freq: 'monday',
    includedDays: 7,
    days_included: 7,
    emails: [world.addressOf('manager'), 'boss@outside.example'],
    enabled: true,
    state: 'ACTIVE',
    nextAt: Date.parse('2026-03-02T06:00:00Z'),
    problem: null,
    setUpBy: 'manager Muster',
    recipients: [
      { kind: 'member', name: 'manager Muster' },
      { email: 'boss@outside.example', kind: 'outside', name: null },
    ],
    lastDelivery: null,
  });
  expect(await ask('{ allReports { id } }')).toEqual({ allReports: [{ id: createReport.id }] });
  const update = await ask(
    'mutation ($id: Int!) { updateReport(id: $id, input: { enabled: false, hour: 9 }) { enabled hour nextAt sendDay } }',
    { id: createReport.id },
  );
  expect(update).toEqual({ updateReport: { enabled: false, hour: 9, nextAt: null, sendDay: 'monday' } });
  expect(await ask('mutation ($id: Int!) { deleteReport(id: $id) }', { id: createReport.id })).toEqual({
    deleteReport: true,
  });
  expect(await ask('query ($id: Int!) { reportById(id: $id) { id } }', { id: createReport.id })).toEqual(['id']);
  expect(await ask('mutation ($id: Int!) { restoreReport(id: $id) { hour } }', { id: createReport.id })).toEqual({
    restoreReport: { hour: 9 },
  });
});

test.each([
  ['an empty title', { title: '  ' }, 'input.title'],
  ['two lines', { title: 'a\nb' }, 'input.title'],
  ['no address', { emails: [] }, 'input.emails'],
  ['what is no address', { emails: ['nobody'] }, 'input.emails'],
  ['an hour that is none', { hour: 24 }, 'input.hour'],
  ['no day', { includedDays: 0 }, 'input.includedDays'],
  ['too many days', { includedDays: 32 }, 'input.includedDays'],
  ['a language nobody speaks here', { language: 'pt' }, 'input.language'],
  ['a zone that is nowhere', { zoneId: 999_999_999 }, 'input.zoneId'],
  ['a site that is nowhere', { installationId: 999_999_999 }, 'input.installationId'],
  ['an event that is nowhere', { eventId: 999_999_999 }, 'input.eventId'],
])('%s is refused at its field', async (_name, changes, field) => {
  expect(await create(changes)).toEqual([field]);
});

test('an event that has ended, or not begun, makes it inactive', async () => {
  expect(await create({ eventId: world.ids.fair })).toMatchObject({ createReport: { state: 'ACTIVE' } });
  world.clock.time = Date.parse('2026-03-05T12:00:00Z');
  const { allReports } = await ask('{ allReports { state nextAt event } }');
  expect(allReports).toMatchObject([{ state: 'INACTIVE', nextAt: null }]);
});

test('a test goes to the caller, a one-time report to its recipients; too many are refused', async () => {
  await stores.relational.pool.query('update users set is_email_verified = true where id = $1', [world.manager.userId]);
  const { createReport } = await create();
  const tested = await ask('mutation ($id: Int!) { sendTestReport(id: $id) { sentTo } }', { id: createReport.id });
  expect(tested).toEqual({ sendTestReport: { sentTo: [world.addressOf('manager')] } });
  const draft = await ask('mutation ($input: ReportInput!) { sendReportDraft(input: $input) { sentTo } }', {
    input: world.written({ emails: ['somebody@else.example'] }),
  });
  expect(draft).toEqual({ sendReportDraft: { sentTo: [world.addressOf('manager')] } });
  const wish = (changes: object = {}) =>
    ask(
      `mutation ($from: String!, $to: String!, $zoneIds: [Int!]!, $granularity: Int!, $emails: [String!]!) {
        createRetailReport(from: $from, to: $to, zoneIds: $zoneIds, granularity: $granularity, emails: $emails) { sentTo } }`,
      {
        from: '2026-02-23',
        to: '2026-03-02',
        zoneIds: [world.ids.zone],
        granularity: 86_400,
        emails: ['boss@outside.example'],
        ...changes,
      },
    );
  expect(await wish()).toEqual({ createRetailReport: { sentTo: ['boss@outside.example'] } });
  expect(await wish({ from: '2026-03-02' })).toEqual(['to']);
  expect(await wish({ from: 'yesterday' })).toEqual(['from']);
  expect(await wish({ zoneIds: [] })).toEqual(['zoneIds']);
  expect(await wish({ granularity: 60 })).toEqual(['granularity']);
  expect(await wish({ emails: [] })).toEqual(['emails']);
  for (let asked = 3; asked < 30; asked++) await wish();
  expect(await wish()).toEqual(['RATE_LIMITED']);
});

test('the files of a report that nobody is sent are refused for the same reasons, and made for whoever may create one', async () => {
  const wish = (changes: object = {}, scope?: Scope) =>
    ask(
      `query ($from: String!, $to: String!, $zoneIds: [Int!]!, $granularity: Int!) {
        retailReportFiles(from: $from, to: $to, zoneIds: $zoneIds, granularity: $granularity) { pdfUrl spreadsheetUrl } }`,
      { from: '2026-02-23', to: '2026-03-02', zoneIds: [world.ids.zone], granularity: 86_400, ...changes },
      scope,
    );
  expect(await wish({ from: '2026-03-02' })).toEqual(['to']);
  expect(await wish({ from: 'yesterday' })).toEqual(['from']);
  expect(await wish({ zoneIds: [] })).toEqual(['zoneIds']);
  expect(await wish({ granularity: 60 })).toEqual(['granularity']);
  const { retailReportFiles } = await wish();
  expect(Object.values(retailReportFiles)).toEqual([expect.stringMatching(/^\//), expect.stringMatching(/^\//)]);
  const { rows } = await stores.relational.pool.query(
    "select actor_user_id from audit_entries where organization_id = $1 and action = 'report.downloaded'",
    [world.scope.organizationId],
  );
  expect(rows).toHaveLength(1);
});

test('what an administrator sets up or has sent while viewing as somebody else is in their own name', async () => {
  const viewing = { ...world.manager, viewedBy: await world.member('administrator') };
  await stores.relational.pool.query('update users set is_email_verified = true where id = $1', [world.manager.userId]);
  const { createReport } = await create({}, viewing);
  expect(createReport).toMatchObject({ setUpBy: 'administrator Muster' });
  await ask(
    'mutation ($input: ReportInput!) { sendReportDraft(input: $input) { sentTo } }',
    { input: world.written() },
    viewing,
  );
  const { rows } = await stores.relational.pool.query('select request from report_deliveries order by id desc limit 1');
  expect(rows).toMatchObject([{ request: { report: { setUpBy: 'administrator Muster' } } }]);
  const { createReport: own } = await create();
  expect(own).toMatchObject({ setUpBy: 'manager Muster' });
});

test('the names of members whom somebody does not know are not told of their addresses', async () => {
  await world.member('hidden', []);
  const limited = { ...world.manager, installationIds: [world.ids.site as InstallationId] };
  const emails = [world.addressOf('hidden'), world.addressOf('manager')];
  const namesFor = async (scope: Scope) => (await create({ emails }, scope)).createReport.recipients;
  expect(await namesFor(world.manager)).toMatchObject([{ name: 'hidden Muster' }, { name: 'manager Muster' }]);
  expect(await namesFor(limited)).toMatchObject([{ kind: 'refused', name: null }, { name: 'manager Muster' }]);
});

test('a preview is the mail itself, with its pictures in it and no way out', async () => {
  const { previewReport } = await ask(
    `query ($input: ReportInput!) { previewReport(input: $input, parts: [spreadsheet]) {
      subject from html text spreadsheetUrl spreadsheetBytes pdfUrl from_date to_date nextAt recipients { kind } } }`,
    { input: world.written({ includedDays: 1 }) },
  );
  expect(previewReport).toMatchObject({
    from_date: '2026-03-01',
    to_date: '2026-03-02',
    pdfUrl: null,
    recipients: [{ kind: 'member' }],
    spreadsheetUrl: expect.stringMatching(/^\/files\//),
  });
  expect(previewReport.html).not.toMatch(/<script|cid:|unsubscribe-confirm/);
  expect(previewReport.text).toContain('Hall');
});

test('without the right nothing is read, written, tried or sent', async () => {
  const { createReport } = await create();
  const rights = { ...presetProfiles.viewer.rights };
  const viewer = { ...world.manager, role: 'user', rights } as Scope;
  const id = createReport.id;
  expect(await ask('{ allReports { id } }', {}, viewer)).toEqual(['FORBIDDEN']);
  expect(await create({}, viewer)).toEqual(['FORBIDDEN']);
  for (const source of [
    'mutation ($id: Int!) { deleteReport(id: $id) }',
    'mutation ($id: Int!) { sendTestReport(id: $id) { sentTo } }',
    'mutation ($id: Int!) { updateReport(id: $id, input: {}) { id } }',
    'query ($id: Int!) { reportDeliveries(reportId: $id) { count } }',
  ])
    expect(await ask(source, { id }, viewer)).toEqual(['FORBIDDEN']);
  const elsewhere = { ...world.manager, installationIds: [world.ids.elsewhere] } as unknown as Scope;
  expect(await ask('{ allReports { id } }', {}, elsewhere)).toEqual({ allReports: [] });
  expect(await ask('mutation ($id: Int!) { deleteReport(id: $id) }', { id }, elsewhere)).toEqual(['id']);
});
