import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { systemScope } from '../../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { present } from '../../testing/ingest-fixture.ts';
import { applyRecipe, type GivenOptions, type ImportOptions, parseImportOptions } from '../import-options.ts';
import { importRecipesStore, maxRecipes } from './import-recipes.store.ts';
import { deleteImportRecipe, findImportRecipe, saveImportRecipe } from './import-recipes.ts';

const stores = useTestStores();
const pad = { timezone: 'Europe/Zurich', time: 'time', device: '=PAD-1', map: ['in=affluenceIn'] };

function parse(given: Partial<GivenOptions> = {}): ImportOptions {
  const options = parseImportOptions({ ...pad, ...given });
  if (!options.ok) throw new Error(options.error.message);
  return options.value;
}

async function world(name: string) {
  const { db, pool } = stores.relational;
  const { rows } = await pool.query('insert into organizations (name) values ($1) returning id', [name]);
  const scope = systemScope(Number(rows[0].id) as OrganizationId);
  const deps = { db, clock: aClock(present) };
  return {
    scope,
    save: (recipe: string, options = parse()) => saveImportRecipe(deps, scope, recipe, options),
    remove: (recipeId: number, by = scope) => deleteImportRecipe(deps, by, recipeId),
    find: (recipe: string, by = scope) => findImportRecipe(db, by, recipe),
    names: async () => (await importRecipesStore(db).all(scope)).map((one) => one.name),
    entries: async () =>
      (
        await pool.query('select action, details from audit_entries where organization_id = $1 order by id', [
          scope.organizationId,
        ])
      ).rows.map(({ action, details }) => [action, details.name]),
  };
}

const shapes: readonly (readonly [string, Partial<GivenOptions>])[] = [
  ['a file of one device', {}],
  ['a column of devices', { device: 'unit', interval: '300', fillZero: true }],
  ['a column for each door', { device: undefined, map: ['North = a=affluenceIn@PAD-1', 'South=affluenceIn@PAD-2'] }],
  ['units', { map: ['Energy=electricityConsumption:Wh x10@EL-1'], device: undefined, interval: '900', amounts: true }],
  ['a wide table', { map: [], across: 'electricityConsumption:kW', interval: '3600', ends: true, amounts: true }],
  ['a long table', { name: 'kind', value: 'value', map: ['CO2=co2', 'Temp=temperature:°F'], clock: 'hour' }],
  ['a register', { map: ['kWh=electricityConsumption'], register: true, dates: 'month-first' }],
  [
    'negative amounts',
    { map: ['kWh=electricityConsumption'], amounts: true, interval: '900', exportTo: 'EL-2', dates: 'day-first' },
  ],
];

test.each(shapes)('%s is read with its recipe as it was with the answers', async (name, given) => {
  const { save, find, scope } = await world(`Recipe of ${name}`);
  const options = parse(given);
  const saved = await save('monthly', options);
  expect(saved).toMatchObject({ ok: true, value: { id: 'monthly', name: 'monthly' } });
  const found = await find('monthly', scope);
  if (!found.ok) throw new Error(found.error.message);
  const { timezone = '', time = '', ...rest } = applyRecipe(found.value, {});
  expect(parseImportOptions({ ...rest, timezone, time })).toEqual({ ok: true, value: options });
});

test('a recipe is known by the columns that it reads', async () => {
  const { save } = await world('Columns of recipes');
  expect(await save('wide', parse({ map: [], across: 'affluenceIn', interval: '3600' }))).toMatchObject({
    value: { columns: ['time'], across: { metric: 'affluenceIn' } },
  });
  expect(await save('long', parse({ name: 'kind', value: 'value', map: ['CO2=co2'], device: 'unit' }))).toMatchObject({
    value: { columns: ['time', 'unit', 'kind', 'value'], across: null },
  });
});

test('saving a name again replaces the recipe, deleting removes it, and both are audited', async () => {
  const { save, remove, find, names, entries } = await world('Saved recipes');
  const first = await save('  monthly ');
  expect(await save('monthly', parse({ interval: '900' }))).toMatchObject({
    value: { recipeId: first.ok && first.value.recipeId },
  });
  expect(await find('monthly')).toMatchObject({ value: { interval: 900, serial: 'PAD-1' } });
  expect(await names()).toEqual(['monthly']);
  expect(await remove(first.ok ? first.value.recipeId : 0)).toEqual({ ok: true, value: true });
  expect(await remove(first.ok ? first.value.recipeId : 0)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await names()).toEqual([]);
  expect(await entries()).toEqual([
    ['importRecipe.saved', 'monthly'],
    ['importRecipe.saved', 'monthly'],
    ['importRecipe.deleted', 'monthly'],
  ]);
});

test('a recipe belongs to its organization', async () => {
  const ours = await world('Ours');
  const theirs = await world('Theirs');
  const saved = await ours.save('till');
  expect(await theirs.find('till')).toMatchObject({ error: { code: 'BAD_INPUT' } });
  expect(await theirs.remove(saved.ok ? saved.value.recipeId : 0)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await ours.names()).toEqual(['till']);
});

test('an unknown name is refused with those there are', async () => {
  const { save, find } = await world('Unknown recipes');
  await save('till 7');
  expect(await find('till')).toMatchObject({
    error: { message: expect.stringMatching(/no recipe "till"; there are airthings, .*, zurich, till 7$/) },
  });
});

test.each([
  ['an empty name', ' ', {}, 'name'],
  ['a long name', 'x'.repeat(61), {}, 'name'],
  ['the name of a shipped recipe', 'enedis', {}, 'name'],
  ['options that no import could use', 'odd', { interval: -1 }, 'interval'],
  [
    'too many columns',
    'wide',
    { maps: Array.from({ length: 201 }, (_, at) => ({ ...parse().maps[0], column: `c${at}`, serial: `PAD-${at}` })) },
    'maps',
  ],
])('%s is refused', async (what, name, over, field) => {
  const { save, names } = await world(`Refused: ${what}`);
  expect(await save(name, { ...parse(), ...over } as ImportOptions)).toMatchObject({
    error: { code: 'BAD_INPUT', field },
  });
  expect(await names()).toEqual([]);
});

test('an organization has a limited number of recipes, and can still replace one', async () => {
  const { save, names } = await world('Many recipes');
  for (let at = 0; at < maxRecipes; at += 1) expect(await save(`recipe ${at}`)).toMatchObject({ ok: true });
  expect(await save('one more')).toMatchObject({ error: { field: 'name' } });
  expect(await save('recipe 7')).toMatchObject({ ok: true });
  expect(await names()).toHaveLength(maxRecipes);
});
