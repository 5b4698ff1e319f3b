import { metrics } from '@atrium/domain/numbers';
import type { Random } from '@atrium/testkit/chance';
import { type GraphQLOutputType, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { maxListLength } from '../../../src/platform/graphql/cost/estimate-cost.ts';
import { findBelonging, getPlainValue } from '../operations/argument-values.ts';
import { buildArguments, type Leaf, type Operation } from '../operations/operations.ts';
import type { Tenant } from '../world/test-world.ts';

/** Operation with arguments and selected fields. */
export interface Part {
  readonly operation: Operation;
  readonly given: Readonly<Record<string, unknown>>;
  readonly selection: string;
}

/** Organization whose ids are used, and the current time. */
export interface RandomOptions {
  readonly home: Tenant;
  readonly now: number;
  readonly random: Random;
}

/** Builds a random call of an operation: plausible arguments for its organization, of any accepted size. */
export function buildRandomPart(operation: Operation, asking: RandomOptions): Part {
  return {
    operation,
    given: randomGiven(operation, asking),
    selection: randomSelection(operation.type, asking.random),
  };
}

/** Returns the same operation with other arguments or other fields. */
export function varyPart(part: Part, asking: RandomOptions): Part {
  const { operation } = part;
  return asking.random.chance(0.5)
    ? { ...part, given: randomGiven(operation, asking) }
    : { ...part, selection: randomSelection(operation.type, asking.random) };
}

function randomGiven(operation: Operation, asking: RandomOptions): Record<string, unknown> {
  const { random } = asking;
  const words = new Map<string, string>();
  const choose = (leaf: Leaf) => {
    if (leaf.words !== null) {
      const word = leaf.isRequired || random.chance(0.4) ? random.pick(leaf.words) : undefined;
      if (word === undefined) words.delete(leaf.path);
      else words.set(leaf.path, word);
      return leaf.isList && word !== undefined ? [word] : word;
    }
    return randomValue(operation, leaf, words, asking);
  };
  const most = (path: string) => (path === 'queries' ? 60 : 3);
  return buildArguments(operation, choose, (path, isRequired) =>
    isRequired || random.chance(0.7) ? 1 + random.below(most(path)) : null,
  );
}

const dayMs = 86_400_000;

function randomValue(
  operation: Operation,
  leaf: Leaf,
  words: ReadonlyMap<string, string>,
  asking: RandomOptions,
): unknown {
  const { random, home, now } = asking;
  const belonging = findBelonging(named(operation, leaf), words);
  if (belonging !== null) {
    if (typeof belonging === 'string') return belonging === 'public key' ? home.publicKeyId : undefined;
    const ids = home.ids.get(belonging.table) ?? [];
    const asType = (id: number | undefined) => (leaf.type === 'String' ? String(id) : id);
    if (!leaf.isList) return asType(random.pick(ids));
    const count = random.pick([1, 20, ids.length, maxListLength]);
    return Array.from({ length: count }, (_, index) => asType(ids[index % ids.length]));
  }
  if (leaf.idBearingEnum !== null && (words.get(leaf.idBearingEnum.path) ?? 'DATE') === 'DATE')
    return [`${dateOf(now - random.pick(lengths) * dayMs)}/${dateOf(now + dayMs)}`];
  const name = leaf.path.split('.').at(-1) ?? '';
  const large = sizesByName[name];
  if (large !== undefined && leaf.type !== 'String') return random.pick(large);
  if (name === 'metric' || name === 'complementary')
    return leaf.isRequired || random.chance(0.1) ? random.pick(metrics).id : undefined;
  if (name === 'metrics') return random.shuffled(metrics.map(({ id }) => id)).slice(0, random.pick([1, 8, 100]));
  if (leaf.type === 'Timestamp' && name === 'from') return now - random.pick(lengths) * dayMs;
  if (leaf.type === 'String' && name === 'from' && leaf.isRequired) return dateOf(now - random.pick(lengths) * dayMs);
  return getPlainValue(leaf, words);
}

/** Lengths of queried periods in days. */
const lengths = [1, 7, 31, 366, 2000];

/** Numbers of items and days, up to where they are truncated or refused. */
const sizesByName: Readonly<Record<string, readonly (number | undefined)[]>> = {
  first: [undefined, 1, 100, 500, 5000],
  granularity: [undefined, 60, 900, 3600, 86_400],
  limit: [undefined, 10, 1000],
  days: [1, 7, 30, 90],
  includedDays: [1, 7, 31],
};

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Resolves a bare `id` by the operation's name: `eventById`, `pagesByDashboardId`, `deleteAlert`. */
function named({ name }: Operation, leaf: Leaf): Leaf {
  if (leaf.path !== 'id') return leaf;
  const whose =
    /By([A-Z]\w*)Id$/.exec(name)?.[1] ?? /^(\w+)ById$/.exec(name)?.[1] ?? /^[a-z]+([A-Z]\w*)$/.exec(name)?.[1];
  return whose === undefined ? leaf : { ...leaf, path: `${whose.charAt(0).toLowerCase()}${whose.slice(1)}Id` };
}

/** Selects random nested fields, up to a maximum depth and number. */
function randomSelection(type: GraphQLOutputType, random: Random): string {
  const room = { left: random.pick([4, 40, 200, 800]) };
  return selectionOf(type, random.pick([1, 3, 6, 9]), room, random);
}

function selectionOf(type: GraphQLOutputType, depth: number, room: { left: number }, random: Random): string {
  const item = getNamedType(type);
  if (!isObjectType(item)) return '';
  const fields = Object.values(item.getFields()).filter(({ args }) => args.every((arg) => !isNonNullType(arg.type)));
  const told = random.shuffled(fields).flatMap((field) => {
    room.left -= 1;
    if (room.left < 0) return [];
    if (!isObjectType(getNamedType(field.type))) return [field.name];
    return depth > 1 && random.chance(0.8) ? [`${field.name} ${selectionOf(field.type, depth - 1, room, random)}`] : [];
  });
  return `{ ${told.length === 0 ? '__typename' : told.join(' ')} }`;
}
