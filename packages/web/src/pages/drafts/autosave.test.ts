import type { DashboardContent } from '@atrium/domain/pages/content';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, type SaveResult, type SaveStatus } from './autosave.ts';

const named = (name: string): DashboardContent => ({
  name,
  icon: null,
  isOwn: true,
  installationId: null,
  roleIds: null,
  pages: [],
});

/** Creates an autosave with a fake server that counts versions. `answer` may override its answers. */
function keeping(answer: (name: string) => SaveResult | null = () => null) {
  const told: SaveStatus[] = [];
  const sent: [string, number][] = [];
  let version = 1;
  const send = async (content: DashboardContent, seen: number): Promise<SaveResult> => {
    sent.push([content.name, seen]);
    await Promise.resolve();
    const other = answer(content.name);
    if (other !== null) return other;
    if (seen !== version) return { kind: 'conflict' };
    version += 1;
    return { kind: 'kept', version };
  };
  const keeper = createAutosave({ version: 1, content: named('a') }, send, (state) => told.push(state));
  return { keeper, told, sent, someoneElse: () => (version += 1) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft that is worked on', () => {
  it('is kept after a pause, the last of several changes only', async () => {
    const { keeper, told, sent } = keeping();
    keeper.offer(named('b'));
    keeper.offer(named('c'));
    expect(sent).toEqual([]);
    await vi.runAllTimersAsync();
    expect(sent).toEqual([['c', 1]]);
    expect(told.map(({ kind }) => kind)).toEqual(['waiting', 'waiting', 'kept']);
  });

  it('goes on by the version of the answer, with what changed while one was on its way', async () => {
    const { keeper, sent } = keeping();
    keeper.offer(named('b'));
    const flushed = keeper.flush();
    keeper.offer(named('c'));
    expect(await flushed).toBe(true);
    await vi.runAllTimersAsync();
    expect(sent).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
    expect(keeper.version()).toBe(3);
  });

  it('is not written over what somebody else kept, until somebody decides so', async () => {
    const { keeper, told, sent, someoneElse } = keeping();
    const theirs = someoneElse();
    keeper.offer(named('b'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toEqual({ kind: 'conflict' });
    keeper.offer(named('c'));
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
    keeper.setBaseVersion(theirs);
    expect(await keeper.flush()).toBe(true);
    expect(sent.at(-1)).toEqual(['c', theirs]);
  });

  it('is tried again after a failure, and says what is refused', async () => {
    let isDown = true;
    const { keeper, told } = keeping((name) =>
      name === 'wrong' ? { kind: 'refused', why: 'no' } : isDown ? { kind: 'failed' } : null,
    );
    keeper.offer(named('b'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toEqual({ kind: 'failed' });
    isDown = false;
    expect(await keeper.flush()).toBe(true);
    keeper.offer(named('wrong'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toEqual({ kind: 'refused', why: 'no' });
    keeper.offer(named('right'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toEqual({ kind: 'kept' });
  });
});
