import type { MessageId } from '../i18n/index.ts';

/** A step of the tutorial: its text and the part of the shell (`data-tour`) it outlines. */
export interface Step {
  readonly title: MessageId;
  readonly text: MessageId;
  readonly target: string;
}

export const steps: readonly Step[] = [
  { title: 'tutorial.sidebar', text: 'tutorial.sidebar.text', target: 'sidebar' },
  { title: 'tutorial.main', text: 'tutorial.main.text', target: 'main' },
  { title: 'tutorial.page', text: 'tutorial.page.text', target: 'page' },
  { title: 'tutorial.bookmarks', text: 'tutorial.bookmarks.text', target: 'bookmarks' },
  { title: 'tutorial.search', text: 'tutorial.search.text', target: 'search' },
];

/** Position in the tutorial. `leaving` remembers the step to return to. */
export type Progress =
  | { readonly at: 'welcome' | 'complete' }
  | { readonly at: 'step'; readonly step: number }
  | { readonly at: 'leaving'; readonly from: Exclude<Progress, { at: 'leaving' }> };

export type Move = 'next' | 'back' | 'skip' | 'stay';

/** Returns the next position, or null once it is over. Skipping asks first, except at the welcome and the end. */
export function nextProgress(progress: Progress, move: Move): Progress | null {
  switch (progress.at) {
    case 'welcome':
      return move === 'next' ? { at: 'step', step: 0 } : move === 'skip' ? { at: 'leaving', from: progress } : progress;
    case 'step':
      if (move === 'skip') return { at: 'leaving', from: progress };
      if (move === 'back') return progress.step === 0 ? { at: 'welcome' } : { at: 'step', step: progress.step - 1 };
      if (move === 'next')
        return progress.step + 1 < steps.length ? { at: 'step', step: progress.step + 1 } : { at: 'complete' };
      return progress;
    case 'leaving':
      return move === 'skip' ? null : move === 'stay' ? progress.from : progress;
    case 'complete':
      return move === 'back' ? { at: 'step', step: steps.length - 1 } : null;
  }
}
