import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { createGuessLimiter } from './guess-limiter.ts';

const clock = aClock('2026-03-01T08:00:00Z');
const [office, stranger] = ['203.0.113.9', '198.51.100.1'];

function guess(guesses: ReturnType<typeof createGuessLimiter>, count: number, address = office): void {
  for (let index = 0; index < count; index += 1) guesses.note(address, `made up ${index}`, false);
}

test('an address with many unknown secrets has to wait, and no other address', () => {
  const guesses = createGuessLimiter(clock);
  guess(guesses, 49);
  expect(guesses.wait(office, 'another')).toBe(0);
  guess(guesses, 50);
  expect(guesses.wait(office, 'another')).toBe(900);
  expect(guesses.wait(stranger, 'another')).toBe(0);
  clock.time += 900_000;
  expect(guesses.wait(office, 'another')).toBe(0);
});

test('a repeated unknown secret counts once', () => {
  const guesses = createGuessLimiter(clock);
  for (let index = 0; index < 1000; index += 1) guesses.note(office, 'revoked', false);
  expect(guesses.wait(office, 'another')).toBe(0);
});

test('a known secret keeps working at an address where others guess, until it becomes unknown', () => {
  const guesses = createGuessLimiter(clock);
  guesses.note(office, 'good', true);
  guess(guesses, 60);
  expect(guesses.wait(office, 'good')).toBe(0);
  guesses.note(office, 'good', false);
  expect(guesses.wait(office, 'good')).toBeGreaterThan(0);
});

test('addresses of one IPv6 network count together', () => {
  const guesses = createGuessLimiter(clock);
  for (let index = 0; index < 60; index += 1)
    guesses.note(`2001:db8::${index.toString(16)}`, `made up ${index}`, false);
  expect(guesses.wait('2001:db8::ffff', 'another')).toBeGreaterThan(0);
});
