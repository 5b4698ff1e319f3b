import { describe, expect, it } from 'vitest';
import { addRecentCommand, listRecentFirst, loadRecentCommands, storeRecentCommands } from './palette-memory.ts';

describe('the memory of the palette', () => {
  it('keeps the five places opened last, newest first, each once', () => {
    const opened = ['site 1', 'page /alerts', 'site 2', 'zone 2 7', 'bookmark 3', 'site 1', 'dashboard a'];
    expect(opened.reduce<readonly string[]>(addRecentCommand, [])).toEqual([
      'dashboard a',
      'site 1',
      'bookmark 3',
      'zone 2 7',
      'site 2',
    ]);
  });

  it.each(['theme dark', 'logout', 'acknowledge 7', 'mute 7'])('does not offer %s again', (id) => {
    expect(addRecentCommand(['site 1'], id)).toEqual(['site 1']);
  });

  it('lists them first, without those that are gone', () => {
    const commands = [{ id: 'site 1' }, { id: 'site 2' }, { id: 'logout' }];
    expect(listRecentFirst(commands, ['site 2', 'site 9'])).toEqual([
      { id: 'site 2', isRecent: true },
      { id: 'site 1', isRecent: false },
      { id: 'logout', isRecent: false },
    ]);
  });

  it('is one for each person, and empty if it cannot be read', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    storeRecentCommands(storage, 1, ['site 1']);
    expect(loadRecentCommands(storage, 1)).toEqual(['site 1']);
    expect(loadRecentCommands(storage, 2)).toEqual([]);
    for (const broken of ['{', '{}', 'null', '[1, null]']) {
      stored.set('atrium.palette.1', broken);
      expect(loadRecentCommands(storage, 1)).toEqual([]);
    }
  });
});
