import { expect, test } from 'vitest';
import { fakeTimers, runDisplay, server } from './testing/run-display.ts';

fakeTimers();

test('shows a page with its numbers, what is usual, unknown as unknown, and the clock of the site', async () => {
  const { text, pass, body } = runDisplay();
  await pass(1000);
  expect([text('title'), text('value'), text('beside'), text('clock'), text('turn')]).toEqual([
    'Hall',
    '1,234',
    'usual 1,200',
    '01:00',
    '1 / 2',
  ]);
  expect([body.dataset.state, text('notice')]).toEqual(['live', '']);
  await pass(20_000);
  expect([text('title'), text('value'), text('beside')]).toEqual(['Mall', '–', 'no data']);
  await pass(20_000);
  expect(text('title')).toBe('Hall');
});

test('says that its numbers are old, and of when, until the server answers again', async () => {
  const { text, pass, body } = runDisplay();
  await pass(1000);
  server.isUp = false;
  await pass(80_000);
  expect(body.dataset.state).toBe('live');
  await pass(40_000);
  expect([body.dataset.state, text('notice')]).toEqual(['stale', 'No connection. Numbers from 01:00.']);
  server.isUp = true;
  await pass(15_000);
  expect([body.dataset.state, text('notice')]).toEqual(['live', '']);
});

test('says that its link is void, shows no number then, and recovers', async () => {
  const { text, pass, body } = runDisplay();
  await pass(1000);
  server.isVoid = true;
  await pass(60_000);
  expect([body.dataset.state, text('notice'), text('value')]).toEqual(['void', 'This link is no longer valid.', '']);
  server.isVoid = false;
  await pass(60_000);
  expect(text('value')).not.toBe('');
});

test('says so if it starts without a server', async () => {
  server.isUp = false;
  const { text, pass } = runDisplay();
  await pass(1000);
  expect(text('notice')).toBe('Starting');
  await pass(120_000);
  expect(text('notice')).toBe('The server can’t be reached. Trying again.');
});

test('reads from right to left in Arabic', async () => {
  const { text, pass } = runDisplay('ar');
  await pass(1000);
  expect([document.documentElement.dir, document.documentElement.lang]).toEqual(['rtl', 'ar']);
  expect(text('beside')).toContain('المعتاد');
});
