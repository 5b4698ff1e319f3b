import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSample } from '@atrium/domain/setup/devices/samples';
import { buildSchema, type GraphQLField, getNamedType, isObjectType } from 'graphql';
import {
  findBelonging,
  getPlainValue,
  isFreeText,
} from '../../../packages/api/testing/security/operations/argument-values.ts';
import { buildArguments, type Leaf, listLeaves } from '../../../packages/api/testing/security/operations/operations.ts';
import { type Ask, askOrThrow, createAsk } from '../../support/asking.ts';
import { findIds, type Ids } from '../../support/ids.ts';
import { expect } from '../../support/journey.ts';
import { address, payload, withoutSlash } from './payload.ts';
import { siteFile } from './site-file.ts';

const email = 'admin@payload.example';
const password = 'Demo-pass-1';

/** The mail as received by SMTP. */
export interface Mail {
  readonly raw: string;
}

export interface Put {
  readonly ask: Ask;
  readonly token: string;
  /** The texts that were accepted, by mutation and path. */
  readonly taken: ReadonlySet<string>;
  /** Existing ids by table. */
  readonly ids: Ids;
}

/** Creates an organization full of payloads: sites and pages by site file, everything else by each mutation. */
export async function putEverywhere(origin: string, invitation: string, mails: readonly Mail[]): Promise<Put> {
  const token = await becomeAdministrator(origin, invitation);
  const ask = createAsk(origin, token);
  await verify(ask, mails);
  const { applySiteFile } = await askOrThrow<{ applySiteFile: { applied: boolean; problems: unknown } }>(
    ask,
    `mutation ($file: String!) {
      applySiteFile(file: $file, dryRun: false, prune: false) { applied problems { line column message } } }`,
    { file: siteFile(email) },
  );
  if (!applySiteFile.applied) throw new Error(JSON.stringify(applySiteFile.problems));
  const key = await postReadings(ask, origin);
  // The second pass can change what the first one created.
  const taken = new Set([...(await walk(ask, key)), ...(await walk(ask, key))]);
  const boards = (await findIds(ask)).get('dashboards');
  await askOrThrow(ask, 'mutation ($id: Int!) { openDashboardDraft(dashboardId: $id) { id } }', { id: boards?.[0] });
  return { ask, token, taken, ids: await findIds(ask) };
}

async function becomeAdministrator(origin: string, invitation: string): Promise<string> {
  const nobody = createAsk(origin, null);
  await askOrThrow(
    nobody,
    `mutation ($token: String!, $email: String!, $password: String!, $organization: InvitationOrganization) {
      acceptInvitation(token: $token, email: $email, password: $password, firstName: "Mallory", lastName: "Payload", lang: "en", organization: $organization) }`,
    {
      token: new URL(invitation).searchParams.get('token'),
      email,
      password,
      organization: { name: payload, address: payload },
    },
  );
  const { login } = await askOrThrow<{ login: { token: string } }>(
    nobody,
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email, password },
  );
  return login.token;
}

/** Only verified addresses receive reports. */
async function verify(ask: Ask, mails: readonly Mail[]): Promise<void> {
  await askOrThrow(ask, 'mutation { sendContactVerification(contact: email) { __typename } }');
  // MIME boundaries may contain six digits too.
  const code = () =>
    mails.flatMap(({ raw }) => /(?<![\w-])\d{6}(?![\w-])/.exec(raw.split('\r\n\r\n').slice(1).join()) ?? [])[0];
  await expect.poll(code).toBeDefined();
  await askOrThrow(ask, 'mutation ($otp: String!) { verifyContact(contact: email, otp: $otp) { id } }', {
    otp: code(),
  });
}

/**
 * Posts readings, so that pages draw numbers beside the names, and a device without a place. Returns the public id of
 * the token that it created.
 */
async function postReadings(ask: Ask, origin: string): Promise<string> {
  const { createIngestKey } = await askOrThrow<{ createIngestKey: { publicId: string; secret: string } }>(
    ask,
    'mutation ($name: String!) { createIngestKey(name: $name) { publicId secret } }',
    { name: payload },
  );
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${createIngestKey.secret}` };
  const at = (minutes: number) => new Date(Math.floor(Date.now() / 300_000) * 300_000 - minutes * 60_000).toISOString();
  const readings = Array.from({ length: 60 }, (_, index) => [
    { device: 'PAD-1', metric: 'affluenceIn', at: at(5 * (index + 1)), value: 3, interval: 300 },
    { device: 'AIR-1', metric: 'co2', at: at(5 * (index + 1)), value: 700 + index, interval: 0 },
  ]).flat();
  const taken = await fetch(`${origin}/ingest/v1/readings`, {
    method: 'POST',
    headers,
    body: JSON.stringify(readings),
  });
  if (!taken.ok) throw new Error(await taken.text());
  const packet = buildSample('xovis', {
    device: withoutSlash,
    name: payload,
    at: Date.now() - 60_000,
    interval: 300,
    entered: 3,
    left: 2,
    passed: 0,
    enteredInAll: 3,
    leftInAll: 2,
    sequence: 1,
  });
  await fetch(`${origin}/ingest/v1/devices`, { method: 'POST', headers, body: packet.text });
  return createIngestKey.publicId;
}

const schema = buildSchema(
  readFileSync(path.resolve(import.meta.dirname, '../../../packages/api/schema.graphql'), 'utf8'),
);

/** Mutations that delete something or open another user's session, and site edits, whose texts the site file covers. */
const skippedMutations =
  /^(delete|discard|forget|remove|revoke|logout|endViewAs|startViewAs|undo|withdraw|renew|cancel|accept|editSite|applySiteFile)/;

/** A text argument of a mutation. */
interface Text {
  readonly mutation: GraphQLField<unknown, unknown>;
  readonly leaf: Leaf;
}

export const nameOf = ({ mutation, leaf }: Text): string => `${mutation.name}.${leaf.path}`;

/** All text arguments of all mutations, so that new ones are covered automatically. */
export const texts: readonly Text[] = Object.values(schema.getMutationType()?.getFields() ?? {})
  .filter(({ name }) => !skippedMutations.test(name))
  .flatMap((mutation) =>
    listLeaves(mutation)
      .filter((leaf) => isFreeText(leaf, new Map()))
      .map((leaf) => ({ mutation, leaf })),
  );

/** Writes payloads into every text of every mutation: all at once if accepted, otherwise one by one. */
async function walk(ask: Ask, key: string): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const [mutation, own] of Map.groupBy(texts, (text) => text.mutation)) {
    const ids = await findIds(ask);
    if ((await tell(ask, mutation, new Map(own.map(({ leaf }) => [leaf.path, payload])), ids, key)) === 'taken')
      for (const text of own) taken.add(nameOf(text));
    else
      for (const text of own)
        for (const word of [payload, address])
          if ((await tell(ask, mutation, new Map([[text.leaf.path, word]]), ids, key)) === 'taken')
            taken.add(nameOf(text));
  }
  return taken;
}

async function tell(
  ask: Ask,
  { name, args, type }: GraphQLField<unknown, unknown>,
  words: ReadonlyMap<string, string>,
  ids: Ids,
  key: string,
): Promise<'taken' | 'refused'> {
  const head = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isObjectType(getNamedType(type)) ? '{ __typename }' : '';
  // Map layers need a picture that was not uploaded.
  const isWritten = (at: string) => [...words.keys()].some((one) => one.startsWith(`${at}.`));
  const howMany = (at: string) => (/\.(backgrounds|layers)$/.test(at) && !isWritten(at) ? null : 1);
  const given = buildArguments({ args }, (leaf) => valueFor(leaf, name, words, ids, key), howMany);
  const { errors } = await ask(`mutation (${head}) { ${name}(${passed}) ${selection} }`, given);
  return errors === undefined ? 'taken' : 'refused';
}

function valueFor(leaf: Leaf, operation: string, words: ReadonlyMap<string, string>, ids: Ids, key: string): unknown {
  const word = words.get(leaf.path);
  if (word !== undefined) return leaf.isList ? [word] : word;
  const chosen = new Map<string, string>();
  const belonging = findBelonging(leaf, chosen);
  if (belonging === null) return getPlainValue(leaf, chosen);
  if (belonging === 'public key') return key;
  // A log entry without an alert.
  if (leaf.path === 'entry.alertId') return undefined;
  const ofBareId = leaf.path === 'planning.id' ? 'alert_plannings' : tableOf(operation);
  const table = belonging === 'of any table' ? ofBareId : belonging.table;
  return ids.get(table)?.[(belonging !== 'of any table' && belonging.own) || 0];
}

/** Returns the table of a bare `id`: `updatePin` refers to a bookmark. */
function tableOf(operation: string): string {
  const [, what = ''] = /[a-z]+([A-Z]\w*?)(WithDetails|LogEntry)?$/.exec(operation) ?? [];
  const table = what.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`);
  return `${table}s`;
}
