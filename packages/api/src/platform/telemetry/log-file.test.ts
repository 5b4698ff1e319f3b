import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogFile, createLogReader } from './log-file.ts';
import { createLogger } from './logger.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (text: string) => `${text}\n`;

test('keeps the lines of a start until the folder is its own', () => {
  const file = createLogFile();
  file.write(line('early'));
  expect(createLogReader(folder).readNewest(10)).toBeNull();
  file.open(folder);
  file.write(line('late'));
  expect(createLogReader(folder).readNewest(10)).toEqual(['early', 'late']);
  expect(createLogReader(folder).readNewest(1)).toEqual(['late']);
});

test('renames a full file, so that the log never takes more than two', () => {
  const file = createLogFile();
  file.open(folder);
  const megabyte = 'x'.repeat(1_000_000);
  for (let index = 0; index < 14; index += 1) file.write(line(`${index} ${megabyte}`));
  const sizes = ['atrium.log', 'atrium.1.log'].map((name) => statSync(join(folder, 'logs', name)).size);
  expect(Math.max(...sizes)).toBeLessThan(6_100_000);
  const newest = createLogReader(folder).readNewest(6);
  expect(newest?.map((text) => text.split(' ')[0])).toEqual(['8', '9', '10', '11', '12', '13']);
});

test('follows added lines, also across a renamed file', () => {
  const file = createLogFile();
  file.open(folder);
  file.write(line('one'));
  const reader = createLogReader(folder);
  expect(reader.readNewest(5)).toEqual(['one']);
  expect(reader.readAdded()).toEqual([]);
  file.write('tw');
  expect(reader.readAdded()).toEqual([]);
  file.write('o\nthree\n');
  expect(reader.readAdded()).toEqual(['two', 'three']);
});

test('a folder that cannot be written stops nothing', () => {
  writeFileSync(join(folder, 'logs'), 'a file in the way');
  const file = createLogFile();
  file.open(folder);
  expect(() => file.write(line('lost'))).not.toThrow();
});

test('a logger writes JSON to the file', () => {
  const lines: string[] = [];
  createLogger('info', { write: (text) => lines.push(text) }).info({ token: 'hunter2' }, 'hello');
  expect(JSON.parse(lines.join(''))).toMatchObject({ msg: 'hello', token: '[hidden]' });
});
