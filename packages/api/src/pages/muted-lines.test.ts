import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../platform/tenancy/index.ts';
import { useDemoReaders } from './testing/demo-readers.ts';

const { stores, clock, readers, ask } = useDemoReaders();
let admin: Scope;
let analyst: Scope;
beforeAll(() => {
  ({ admin, analyst } = readers);
});

const day = 86_400_000;
const muted = async (scope: Scope) =>
  (await ask('{ mutedLines { key until } }', scope)).mutedLines as { key: string; until: number }[];
const mute = (key: string, until: number, scope: Scope) =>
  ask('mutation ($key: String!, $until: Timestamp!) { muteLine(key: $key, until: $until) { key until } }', scope, {
    key,
    until,
  });
const unmute = (key: string, scope: Scope) =>
  ask('mutation ($key: String!) { unmuteLine(key: $key) { key } }', scope, { key });

describe('muted lines of the brief', () => {
  it('are one’s own, and end at their time', async () => {
    const until = clock.time + day;
    expect((await mute('silence 12', until, analyst)).muteLine).toEqual([{ key: 'silence 12', until }]);
    await mute('surprise 3 all electricityConsumption', until + day, analyst);
    expect(await muted(admin)).toEqual([]);
    expect(await unmute('silence 12', admin)).toEqual({ unmuteLine: [] });
    expect((await muted(analyst)).map(({ key }) => key)).toEqual([
      'silence 12',
      'surprise 3 all electricityConsumption',
    ]);
    clock.time += day;
    expect((await muted(analyst)).map(({ key }) => key)).toEqual(['surprise 3 all electricityConsumption']);
    expect(await unmute('surprise 3 all electricityConsumption', analyst)).toEqual({ unmuteLine: [] });
  });

  it('are muted again until another time, without a second row', async () => {
    await mute('alert 4', clock.time + day, analyst);
    await mute('alert 4', clock.time + 2 * day, analyst);
    expect(await muted(analyst)).toEqual([{ key: 'alert 4', until: clock.time + 2 * day }]);
  });

  it.each([
    ['', 1],
    ['surprise 3', 1],
    ['silence 1; drop table users', 1],
    ['alert 4', 0],
    ['alert 4', -1],
    ['alert 4', 32],
  ])('refuses the line %j for %d days', async (key, days) => {
    expect(await mute(key, clock.time + days * day, admin)).toEqual(['BAD_INPUT']);
  });

  it('are at most 200 of a person, not counting those whose time is over', async () => {
    const until = clock.time + day;
    for (let index = 0; index < 200; index++) await mute(`silence ${index}`, until, admin);
    expect(await mute('silence 200', until, admin)).toEqual(['BAD_INPUT']);
    expect((await mute('silence 7', until + 1, admin)).muteLine).toHaveLength(200);
    clock.time += day + 2;
    expect((await mute('silence 200', clock.time + day, admin)).muteLine).toHaveLength(1);
    const { rows } = await stores.relational.pool.query('select count(*)::int as all from muted_lines');
    expect(rows[0].all).toBeLessThanOrEqual(2);
  });
});
