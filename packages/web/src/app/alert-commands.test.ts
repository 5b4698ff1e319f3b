import { describe, expect, it, vi } from 'vitest';
import { listAlertCommands } from './alert-commands.ts';

const t = ((id: string, { alert }: { alert: string }) => `${id} ${alert}`) as never;
const sites = new Map([[2, 'Bahnhof Passage']]);
const air = { id: 7, alertId: 3, alertName: 'Stale air', installationId: 2, acknowledgedAt: null };
const actions = () => ({ acknowledge: vi.fn(), mute: vi.fn() });

describe('commands for open alerts', () => {
  it('acknowledge the firing and mute the alert', () => {
    const act = actions();
    const commands = listAlertCommands([air], sites, act, t);
    expect(commands.map(({ id, text, aside }) => [id, text, aside])).toEqual([
      ['acknowledge 7', 'palette.acknowledge Stale air', 'Bahnhof Passage'],
      ['mute 3', 'palette.mute Stale air', 'Bahnhof Passage'],
    ]);
    for (const { run } of commands) run();
    expect(act.acknowledge).toHaveBeenCalledExactlyOnceWith(7);
    expect(act.mute).toHaveBeenCalledExactlyOnceWith(3);
  });

  it('mute an alert that fires at two places once', () => {
    const commands = listAlertCommands([air, { ...air, id: 8 }], sites, actions(), t);
    expect(commands.map(({ id }) => id)).toEqual(['acknowledge 7', 'acknowledge 8', 'mute 3']);
  });

  it.each([
    ['an acknowledged one is not acknowledged again', { acknowledgedAt: 1 }, ['mute 3']],
    ['a deleted alert has no command', { alertName: null }, []],
  ])('%s', (_, change, ids) => {
    expect(listAlertCommands([{ ...air, ...change }], sites, actions(), t).map(({ id }) => id)).toEqual(ids);
  });

  it('do not mute without the right', () => {
    const commands = listAlertCommands([air], sites, { ...actions(), mute: null }, t);
    expect(commands.map(({ id }) => id)).toEqual(['acknowledge 7']);
  });
});
