import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { id, type ZoneId } from '@atrium/domain/core';
import { toDayRange } from '@atrium/domain/numbers';
import {
  buildOverviewQuestions,
  groupOverviewRequests,
  maxQuestionsPerDocument,
  toCountingQueries,
  toSectionQueries,
} from '@atrium/domain/pages';
import {
  concatAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
  typeFromAST,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { thousandSites } from '../../testing/thousand-sites.ts';
import { maxQueries } from '../numbers/answers.graphql.ts';
import {
  anonymousBudget,
  budgetsPerMinute,
  maxAnonymousValues,
  maxMemberValues,
  memberBudget,
} from '../platform/graphql/cost/cost-budgets.ts';
import {
  anonymousTextLimits,
  checkText,
  memberTextLimits,
  type TextLimits,
} from '../platform/graphql/cost/cost-plugin.ts';
import { noSizes, type Sizes } from '../platform/graphql/cost/declared-cost.ts';
import { type Estimate, estimateCost } from '../platform/graphql/cost/estimate-cost.ts';
import { buildUnboundSchemas } from './schema.ts';

const absent: object = new Proxy(() => {}, { get: () => absent });
const { main, hub } = buildUnboundSchemas();

/** Every document of the web application as it is sent: one operation with its fragments. */
const web = fileURLToPath(new URL('../../../web/src', import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'));
const documents = separateOperations(concatAST(files.map((file) => parse(readFileSync(join(web, file), 'utf8')))));

const answers = documents.Answers as DocumentNode;

const zones = (from: number, count: number) => Array.from({ length: count }, (_, index) => id<ZoneId>(from + index));
const topZones = Array.from({ length: 1000 }, (_, site) => id<ZoneId>(site * 12 + 1));
const site = {
  timezone: 'Europe/Zurich',
  changeOfDay: '05:30',
  openingHours: { spans: [], reset: false },
  closedDates: [],
};
const now = Date.UTC(2026, 8, 20, 13);
/** The most expensive request of a site's page: a year, compared with usual days, all of its zones. */
const dearest = {
  zoneIds: zones(1, 1),
  ranges: [toDayRange('2025-09-20', '2026-09-19')],
  hours: 'all',
  calendar: site,
  compare: 'USUAL',
  today: '2026-09-20',
} as const;
const section = toSectionQueries({
  ...dearest,
  partZoneIds: zones(1, 12),
  partsBy: 'ZONE_ID',
  metrics: ['co2', 'temperature', 'humidity', 'tvoc', 'pm25', 'pm10', 'hcho', 'pressure'],
  week: 'co2',
  day: null,
});
const sectionQuestions = [...section.metrics.values()].flatMap((one) =>
  Object.values(one).filter((each) => each !== null),
);

const overview = buildOverviewQuestions([{ topZoneIds: topZones, calendar: site, hasEnergy: true }], now);
const [ofPeople = [], ofAir = []] = overview === null ? [] : groupOverviewRequests(overview);

/** Queries that pages send in one request, by name. */
const pages: Readonly<Record<string, readonly object[]>> = {
  'people of all sites': ofPeople,
  'energy and comfort of all sites': ofAir,
  'a site’s people': Object.values(toCountingQueries({ ...dearest, tableZoneIds: zones(2, 11) })),
  'as many widgets as are asked at once': sectionQuestions.slice(0, maxQuestionsPerDocument),
};

const asked: Readonly<Record<string, object>> = {
  Answers: { queries: sectionQuestions.slice(0, maxQuestionsPerDocument) },
  KeptAnswer: { query: sectionQuestions[0] },
  SourceReadings: { query: sectionQuestions[0] },
  SourceIds: { query: sectionQuestions[0] },
};

/** Returns a value of the type. */
function someOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return someOf(type.ofType);
  if (isListType(type)) return Array.from({ length: 12 }, () => someOf(type.ofType));
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).flatMap((field) =>
        isNonNullType(field.type) ? [[field.name, someOf(field.type)]] : [],
      ),
    );
  const plain: Readonly<Record<string, unknown>> = { Boolean: true, String: '2026-09-20', File: null };
  return String(type) in plain ? plain[String(type)] : 1;
}

const operationOf = (document: DocumentNode) =>
  document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** Returns the schema of the endpoint that has the operation. */
function schemaOf(operation: OperationDefinitionNode) {
  const [asks] = operation.selectionSet.selections;
  const knows = (schema: GraphQLSchema) =>
    asks?.kind === Kind.FIELD && schema.getRootType(operation.operation)?.getFields()[asks.name.value] !== undefined;
  return knows(hub) && !knows(main) ? hub : main;
}

function variablesOf(name: string, operation: OperationDefinitionNode): Record<string, unknown> {
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const known = (asked[name] as Record<string, unknown> | undefined)?.[variable.name.value];
    return [variable.name.value, known ?? someOf(typeFromAST(schemaOf(operation), type as never) as GraphQLInputType)];
  });
  return Object.fromEntries(variables);
}

function estimate(document: DocumentNode, variables: Record<string, unknown>, sizes: Sizes): Estimate {
  const schema = schemaOf(operationOf(document));
  expect(validate(schema, document)).toEqual([]);
  const definitions = operationOf(document).variableDefinitions ?? [];
  expect(getVariableValues(schema, definitions, variables).errors).toBeUndefined();
  const cost = estimateCost({ schema, document, variables, sizes });
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value;
}

const halfOfText: TextLimits = {
  tokens: memberTextLimits.tokens / 2,
  nesting: memberTextLimits.nesting / 2,
  spreads: memberTextLimits.spreads / 2,
};

function expectHalfToSpare(document: DocumentNode, variables: Record<string, unknown>): void {
  const { cost, values } = estimate(document, variables, thousandSites);
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThanOrEqual(memberBudget(thousandSites) / 2);
  expect(values).toBeLessThanOrEqual(maxMemberValues(thousandSites) / 2);
  expect(() => checkText(print(document), halfOfText)).not.toThrow();
}

describe('at 1 000 sites half of the budget suffices for', () => {
  it.each(Object.entries(documents))('%s', (name, document) => {
    expectHalfToSpare(document, variablesOf(name, operationOf(document)));
  });

  it.each(Object.entries(pages))('the queries of %s', (_name, queries) => {
    expect(queries.length).toBeLessThanOrEqual(Math.min(maxQuestionsPerDocument, maxQueries));
    expectHalfToSpare(answers, { queries });
  });

  it('a page that needs more than one document', () => {
    expect(sectionQuestions.length).toBeGreaterThanOrEqual(maxQuestionsPerDocument);
  });
});

describe('within a minute', () => {
  it('twenty tabs with the most expensive page are accepted', () => {
    const beside = ['OverviewSites', 'SidebarSites', 'SidebarDashboards', 'Viewer'].map((name) => {
      const document = documents[name] as DocumentNode;
      return estimate(document, variablesOf(name, operationOf(document)), thousandSites).cost;
    });
    const numbers = ['people of all sites', 'energy and comfort of all sites'].map(
      (name) => estimate(answers, { queries: pages[name] }, thousandSites).cost,
    );
    const cost = [...beside, ...numbers].reduce((sum, one) => sum + one, 0);
    expect(20 * cost).toBeLessThanOrEqual(budgetsPerMinute.ofPerson * memberBudget(thousandSites));
  });
});

describe('the anonymous budget suffices for', () => {
  /** All operations sent without a token: `access`, before a session exists, short links and texts. */
  const open = ['Login', 'Renew', 'LoginWithOtpToken', 'SendOtp', 'RequestPasswordReset', 'ConfirmPasswordReset'];
  const invited = ['InvitationByToken', 'AcceptInvitation', 'ResendInvitation', 'SendInvitationCode'];
  const more = ['VerifyInvitationContact', 'ChooseInvitationContact', 'ConfirmUnsubscribe', 'ShortLink'];
  const texts = ['TranslationDetails'];

  it.each([...open, ...invited, ...more, ...texts])('%s', (name) => {
    const document = documents[name] as DocumentNode;
    const { cost, values } = estimate(document, variablesOf(name, operationOf(document)), noSizes);
    expect(cost).toBeLessThanOrEqual(anonymousBudget);
    expect(values).toBeLessThanOrEqual(maxAnonymousValues);
    expect(() => checkText(print(document), anonymousTextLimits)).not.toThrow();
  });
});
