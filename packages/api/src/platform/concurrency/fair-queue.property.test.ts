import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

type Person = readonly [organization: string, person: string];
interface Item {
  readonly of: Person;
  readonly order: number;
  readonly number: number;
}

const names = fc.constantFrom('a', 'b', 'c');
const anybody = fc.tuple(names, names);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: anybody, order: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ take: fc.subarray(['a', 'b', 'c']) }) },
    fc.record({ remove: fc.nat(30) }),
  ),
  { maxLength: 60 },
);

const isOf =
  ([organization, person]: Person) =>
  ({ of }: Item) =>
    of[0] === organization && of[1] === person;

test('no item is lost, duplicated or taken out of order, with any adds, removals and blocked groups', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const line = new FairQueue<Item>();
      let waiting: Item[] = [];
      let added: Item[] = [];
      for (const step of all) {
        if ('add' in step) {
          const item = { of: step.add, order: step.order, number: added.length };
          line.add(step.add, item, step.order);
          added = [...added, item];
          waiting = [...waiting, item];
        } else if ('take' in step) {
          const may = (organization: string) => step.take.includes(organization);
          const taken = line.take(may);
          const able = waiting.filter(({ of }) => may(of[0]));
          if (able.length === 0) expect(taken).toBeNull();
          else {
            const item = taken?.item as Item;
            expect(taken?.path).toEqual(item.of);
            const own = able.filter(isOf(item.of)).toSorted((one, other) => one.order - other.order);
            expect(own[0]).toBe(item);
          }
          waiting = waiting.filter((item) => item !== taken?.item);
        } else {
          const item = added[step.remove];
          if (item !== undefined) expect(line.remove(item.of, item)).toBe(waiting.includes(item));
          waiting = waiting.filter((other) => other !== item);
        }
        expect(line.size).toBe(waiting.length);
        expect(new Set(line.all().map(({ item }) => item))).toEqual(new Set(waiting));
        const person = ['a', 'b'] as const;
        const counts = [
          waiting.length,
          waiting.filter(({ of }) => of[0] === 'a').length,
          waiting.filter(isOf(person)).length,
        ];
        for (const [depth, count] of counts.entries()) {
          const most = counts.map((each) => each + 1);
          expect(line.isFull(person, most)).toBe(false);
          if (count > 0) expect(line.isFull(person, most.with(depth, count))).toBe(true);
        }
      }
    }),
  );
});

test('between two turns of an organization every other waiting one has a turn, and so do the people within one', () => {
  const line = new FairQueue<string>();
  for (let number = 0; number < 500; number++) line.add(['large', 'busy'], `busy ${number}`, number);
  line.add(['large', 'colleague'], 'colleague', 500);
  line.add(['small', 'somebody'], 'somebody', 501);
  line.add(['other', 'one'], 'one', 502);
  expect(Array.from({ length: 6 }, () => line.take()?.item)).toEqual([
    'busy 0',
    'somebody',
    'one',
    'colleague',
    'busy 1',
    'busy 2',
  ]);
});
