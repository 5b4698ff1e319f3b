import { describe, expect, it } from 'vitest';
import { type Move, nextProgress, type Progress, steps } from './tutorial.tsx';

const walk = (...moves: Move[]) =>
  moves.reduce<Progress | null>((progress, move) => progress && nextProgress(progress, move), { at: 'welcome' });

describe('the tutorial (C12)', () => {
  it('goes from the welcome through every step to the end', () => {
    const nexts = (count: number): Move[] => Array.from({ length: count }, () => 'next');
    expect(walk('next')).toEqual({ at: 'step', step: 0 });
    expect(walk(...nexts(steps.length))).toEqual({ at: 'step', step: steps.length - 1 });
    expect(walk(...nexts(steps.length + 1))).toEqual({ at: 'complete' });
    expect(walk(...nexts(steps.length + 2))).toBeNull();
  });

  it('asks before it is skipped, and goes on where it was', () => {
    expect(walk('next', 'next', 'skip')).toMatchObject({ at: 'leaving' });
    expect(walk('next', 'next', 'skip', 'stay')).toEqual({ at: 'step', step: 1 });
    expect(walk('next', 'next', 'skip', 'skip')).toBeNull();
    expect(walk('skip', 'stay')).toEqual({ at: 'welcome' });
  });

  it('goes back as far as the welcome', () => {
    expect(walk('next', 'back')).toEqual({ at: 'welcome' });
    expect(walk('next', 'next', 'back')).toEqual({ at: 'step', step: 0 });
  });
});
