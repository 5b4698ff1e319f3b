import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Scope } from '../../../src/platform/tenancy/index.ts';
import { type ForeignData, findLeaks } from '../world/foreign-data.ts';
import { getErrorCodes, runOperation } from '../world/run-operation.ts';
import type { Tenant } from '../world/test-world.ts';
import { type Belonging, type EnumValues, findBelonging, getPlainValue, isFreeText } from './argument-values.ts';
import { idBearingEnums } from './id-bearing-enums.ts';
import { buildArguments, type Leaf, listLeaves, type Operation } from './operations.ts';

/** One test case: a user of an organization who calls one operation. */
export interface Walk {
  readonly schema: GraphQLSchema;
  readonly operation: Operation;
  readonly home: Tenant;
  readonly scope: Scope;
  /** Whether some operations are closed to the user regardless of their arguments. */
  readonly lacksRights: boolean;
}

type Given = Record<string, unknown>;

/** An id and a key's public id that do not exist. */
const unknownId = 99_999_999;
const unknownKey = 'ffffffffffffffff';

/** Builds arguments with the user's own ids, except where `instead` returns a value. */
function givenBy({ operation, home }: Walk, words: EnumValues, instead: (leaf: Leaf) => unknown): Given {
  return buildArguments(operation, (leaf) => {
    const other = instead(leaf);
    if (other !== undefined) return other;
    const belonging = findBelonging(leaf, words);
    return belonging === null ? getPlainValue(leaf, words) : asType(leaf, ownValue(home, belonging));
  });
}

function ownValue({ ids, publicKeyId }: Tenant, belonging: Belonging): number | string | undefined {
  if (belonging === 'public key') return publicKeyId;
  if (belonging === 'of any table') return ids.get('organizations')?.[0];
  return ids.get(belonging.table)?.[belonging.own ?? 0];
}

const asType = ({ type }: Leaf, value: unknown) => (type === 'String' && value !== undefined ? String(value) : value);

/** Returns the foreign ids to try for an argument: of its table when known, otherwise of every table. */
function foreignIdsFor(
  belonging: Belonging,
  { ids, publicKeyId }: ForeignData,
  home: Tenant,
): readonly (number | string)[] {
  if (belonging === 'public key') return [publicKeyId];
  if (belonging === 'of any table' || !home.ids.has(belonging.table)) return [...ids.values()].flat();
  return ids.get(belonging.table) ?? [];
}

/** Enums whose values never select other rows than the default: formats, times, channels and the like. */
const irrelevantEnums: ReadonlySet<string> = new Set([
  'AccountType',
  'AlertDirection',
  'DeviceKind',
  'DeviceStatusCode',
  'ExportDataType',
  'ExportFormat',
  'ExportTarget',
  'HourPreset',
  'OtpContact',
  'PassageType',
  'PinTarget',
  'SendDay',
  'Theme',
]);

/** Returns all enum variants of an operation: none chosen, and each value of each enum alone. */
function listVariants(operation: Operation): readonly { readonly words: EnumValues; readonly isUsual: boolean }[] {
  const enums = listLeaves(operation).filter((leaf) => leaf.words !== null && !irrelevantEnums.has(leaf.type));
  const governing = enums.find(({ path }) =>
    listLeaves(operation).some(({ idBearingEnum }) => idBearingEnum?.path === path),
  );
  const others = enums.filter((leaf) => leaf !== governing).flatMap(({ path, words }) => each(path, words));
  const meanings = governing ? each(governing.path, governing.words) : [[]];
  return meanings.flatMap((meaning) => [
    { words: new Map(meaning), isUsual: true },
    ...others.map((other) => ({ words: new Map([...meaning, ...other]), isUsual: false })),
  ]);
}

const each = (path: string, words: readonly string[] | null): [string, string][][] =>
  (words ?? []).map((word) => [[path, word]]);

/** Security problem in an answer, with the call. */
export interface Finding {
  readonly operation: string;
  readonly given: Given;
  readonly found: unknown;
}

/** Calls an operation with every foreign id in every position that takes ids, including inside texts. */
export async function walkIds(walk: Walk, foreign: ForeignData): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { words, isUsual } of listVariants(walk.operation)) {
    const places = listLeaves(walk.operation).flatMap((leaf) => {
      const belonging = findBelonging(leaf, words);
      return belonging === null ? [] : [{ leaf, belonging, theirs: foreignIdsFor(belonging, foreign, walk.home) }];
    });
    if (isUsual) findings.push(...(await tryAsIs(walk, words, foreign)));
    if (isUsual && places.length > 1) findings.push(...(await tryAll(walk, words, foreign)));
    for (const { leaf, belonging, theirs } of places) {
      // Unusual variants are tried with one id, because only the variant could make a difference.
      const alone = (isUsual ? theirs : theirs.slice(0, 1)).map((id) => [id]);
      const own = ownValue(walk.home, belonging);
      const mixed = leaf.isList && isUsual ? theirs.slice(0, 1).map((id) => [own, id]) : [];
      for (const values of [...alone, ...mixed])
        findings.push(...(await tryId(walk, words, foreign, leaf, values, isUsual && values.length === 1)));
    }
  }
  return findings;
}

/** Calls an operation with each of these ids in every position of its table; all other ids are the user's own. */
export async function callWithEach(walk: Walk, ids: ReadonlyMap<string, readonly number[]>): Promise<readonly Given[]> {
  const asked: Given[] = [];
  for (const { words, isUsual } of listVariants(walk.operation)) {
    if (!isUsual) continue;
    for (const place of listLeaves(walk.operation)) {
      const belonging = findBelonging(place, words);
      if (belonging === null || belonging === 'public key') continue;
      const those = belonging === 'of any table' ? [...ids.values()].flat() : (ids.get(belonging.table) ?? []);
      for (const id of those) {
        const given = givenBy(walk, words, ({ path }) =>
          path === place.path ? (place.isList ? [asType(place, id)] : asType(place, id)) : undefined,
        );
        await askAs(walk, given);
        asked.push(given);
      }
    }
  }
  return asked;
}

async function tryAsIs(walk: Walk, words: EnumValues, foreign: ForeignData): Promise<Finding[]> {
  const given = givenBy(walk, words, () => undefined);
  const leaks = findLeaks(await askAs(walk, given), foreign);
  return leaks.map((found) => ({ operation: walk.operation.name, given, found }));
}

async function tryId(
  walk: Walk,
  words: EnumValues,
  foreign: ForeignData,
  focus: Leaf,
  values: readonly unknown[],
  mustBeEmpty: boolean,
): Promise<Finding[]> {
  const theirs = values.at(-1);
  const nobodys = typeof theirs === 'number' ? unknownId : unknownKey;
  const give = (list: readonly unknown[]) => {
    const typed = list.map((value) => asType(focus, value));
    return givenBy(walk, words, ({ path }) => (path === focus.path ? (focus.isList ? typed : typed[0]) : undefined));
  };
  const given = give(values);
  const answer = await askAs(walk, given);
  const found: unknown[] = findLeaks(answer, foreign);
  if (mustBeEmpty && !isEmptyAnswer(walk, answer, words)) found.push(answer);
  const toNobody = await askedForNobody(walk, give([...values.slice(0, -1), nobodys]));
  if (plainly(answer, theirs) !== plainly(toNobody, nobodys)) found.push({ answer, toNobody });
  return found.map((one) => ({ operation: walk.operation.name, given, found: one }));
}

const asNobody = new WeakMap<Operation, Map<string, Promise<ExecutionResult>>>();

/** Returns the answer for ids that do not exist; cached, since it never changes. */
function askedForNobody(walk: Walk, given: Given): Promise<ExecutionResult> {
  const known = asNobody.get(walk.operation) ?? new Map<string, Promise<ExecutionResult>>();
  asNobody.set(walk.operation, known);
  const key = JSON.stringify(given);
  const answer = known.get(key) ?? askAs(walk, given);
  known.set(key, answer);
  return answer;
}

/** Tries a foreign id in every position at once. */
async function tryAll(walk: Walk, words: EnumValues, foreign: ForeignData): Promise<Finding[]> {
  const given = givenBy(walk, words, (leaf) => {
    const belonging = findBelonging(leaf, words);
    return belonging === null ? undefined : asType(leaf, foreignIdsFor(belonging, foreign, walk.home)[0]);
  });
  const leaks = findLeaks(await askAs(walk, given), foreign);
  return leaks.map((found) => ({ operation: walk.operation.name, given, found }));
}

/** Fills text arguments with foreign words. The answer may repeat the given text, but nothing else. */
export async function walkTexts(walk: Walk, foreign: ForeignData): Promise<readonly Finding[]> {
  const { operation } = walk;
  // A mutation would store the words as our own data, and later leaks could not be detected.
  if (operation.kind === 'mutation' || operation.isOpen) return [];
  const findings: Finding[] = [];
  const governing = listLeaves(operation).flatMap(({ idBearingEnum }) => (idBearingEnum ? [idBearingEnum] : []));
  const meanings = governing.flatMap(({ path, type }) =>
    Object.keys(idBearingEnums[type]?.meanings ?? {})
      .filter((word) => listLeaves(operation).some((leaf) => leaf.path === path && leaf.words?.includes(word)))
      .map((word) => new Map([[path, word]])),
  );
  for (const words of meanings.length > 0 ? meanings : [new Map<string, string>()])
    for (const leaf of listLeaves(operation).filter((one) => isFreeText(one, words)))
      for (const word of foreign.words) {
        const give = (text: string) => givenBy(walk, words, ({ path }) => (path === leaf.path ? text : undefined));
        const given = give(word);
        const leaks = findLeaks(await askAs(walk, given), foreign, word);
        findings.push(...leaks.map((found) => ({ operation: operation.name, given, found })));
      }
  return findings;
}

/**
 * Checks that the user's own ids are answered without an error. Where the name does not tell the table, tries the ids
 * of each table.
 */
export async function checkOwnIds(walk: Walk): Promise<readonly (ExecutionResult | 'nothing')[]> {
  const answers: (ExecutionResult | 'nothing')[] = [];
  for (const { words, isUsual } of listVariants(walk.operation)) {
    if (!isUsual) continue;
    const tried: ExecutionResult[] = [];
    const unnamed = listLeaves(walk.operation).some((leaf) => findBelonging(leaf, words) === 'of any table');
    for (const id of unnamed ? [...walk.home.ids.values()].flatMap((ids) => ids.slice(0, 1)) : [undefined])
      tried.push(
        await askAs(
          walk,
          givenBy(walk, words, (leaf) => (findBelonging(leaf, words) === 'of any table' ? id : undefined)),
        ),
      );
    const good = tried.find(
      (answer) => getErrorCodes(answer).length === 0 && !isEmpty(answer.data?.[walk.operation.name]),
    );
    answers.push(good ?? tried[0] ?? 'nothing');
  }
  return answers;
}

/**
 * Calls an operation once with the user's own ids and the given overrides by path. Where the name does not tell an id's
 * table, tries the first id of each table until one succeeds.
 */
export async function callWithOwnIds(walk: Walk, instead: Given): Promise<ExecutionResult> {
  const words: EnumValues = new Map();
  const isUnnamed = (leaf: Leaf) => findBelonging(leaf, words) === 'of any table' && !Object.hasOwn(instead, leaf.path);
  const ids = listLeaves(walk.operation).some(isUnnamed)
    ? [...walk.home.ids.values()].flatMap((list) => list.slice(0, 1))
    : [undefined];
  let refused: ExecutionResult | null = null;
  for (const id of ids) {
    const given = givenBy(walk, words, (leaf) => (isUnnamed(leaf) ? asType(leaf, id) : instead[leaf.path]));
    const answer = await askAs(walk, given);
    if (getErrorCodes(answer).length === 0) return answer;
    refused ??= answer;
  }
  return refused ?? { data: null };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

async function askAs({ schema, operation, scope }: Walk, given: Given): Promise<ExecutionResult> {
  return runOperation(schema, operation, given, scope);
}

/** Returns the answer without the requested id. An answer that equals the one for a nonexistent id reveals nothing. */
const plainly = (answer: ExecutionResult, asked: unknown) => JSON.stringify(answer).replaceAll(String(asked), '#');

/** Whether the answer is empty, with no error other than that nothing was found. */
function isEmptyAnswer(
  { operation: { name }, lacksRights }: Walk,
  answer: ExecutionResult,
  words: EnumValues,
): boolean {
  const value = answer.data?.[name];
  const isNothing = isEmpty(value) || (reviewedEmpty[name]?.(value as never, words) ?? false);
  return (
    isNothing && getErrorCodes(answer).every((code) => code === 'NOT_FOUND' || (lacksRights && code === 'FORBIDDEN'))
  );
}

const hasNothing = (answer: { data: readonly unknown[]; coverage: { silent: readonly unknown[] } }) =>
  answer.data.length === 0 && answer.coverage.silent.length === 0;

/** Answers that are empty in a special form. */
const reviewedEmpty: Readonly<Record<string, (value: never, words: EnumValues) => boolean>> = {
  // An unknown zone has an empty alert log.
  alertLogConnection: ({ count, edges }: { count: number; edges: readonly unknown[] }) =>
    count === 0 && edges.length === 0,
  // An unknown tag selects no zones, and an answer about no zones has no data. Other unknown ids are not found.
  retailData: (answer: Parameters<typeof hasNothing>[0], words) =>
    words.get('query.filters.conditions.criterion') === 'TAGS' && hasNothing(answer),
  answers: (outcomes: readonly { answer: Parameters<typeof hasNothing>[0] | null }[], words) =>
    outcomes.every(
      ({ answer }) =>
        answer === null || (words.get('queries.filters.conditions.criterion') === 'TAGS' && hasNothing(answer)),
    ),
  readingsBehind: (
    { sources, count, readings }: { sources: readonly unknown[]; count: number; readings: readonly unknown[] },
    words,
  ) =>
    words.get('query.filters.conditions.criterion') === 'TAGS' &&
    sources.length === 0 &&
    count === 0 &&
    readings.length === 0,
};
