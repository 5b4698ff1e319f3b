import { expect, it } from 'vitest';
import { Overloaded } from './failures.ts';
import { findUnavailable } from './unavailable.ts';

const error = (code: string, cause?: Error) => Object.assign(new Error('', { cause }), { code });

it.each([
  ['an overload', new Overloaded(7), 7, true],
  ['an overload that made something else fail', new Error('', { cause: new Overloaded(7) }), 7, true],
  ['a database that starts', error('57P03'), 5, false],
  ['a statement that took too long', new Error('', { cause: error('57014') }), 5, false],
  ['a disk that is full, of PostgreSQL', new Error('', { cause: error('53100') }), 30, false],
  ['of the analytics engine', error('243'), 30, false],
  ['of a file', error('ENOSPC'), 30, false],
  ['a question that meets what is damaged', new Error('', { cause: error('40') }), 60, false],
  ['a table with a page that is not as it was written', new Error('', { cause: error('XX001') }), 60, false],
  ['a database that only reads', error('25006'), 30, false],
])('asks to retry: %s', (_, thrown, retryAfter, isOverload) =>
  expect(findUnavailable(thrown)).toMatchObject({ retryAfter, isOverload }),
);

it.each([error('23505'), error('42P01'), new Error('a bug'), 'ENOSPC', null])('does not apply to: %s', (thrown) =>
  expect(findUnavailable(thrown)).toBeNull(),
);
