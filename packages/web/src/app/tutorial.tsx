import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../i18n/index.ts';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './tutorial.module.css';

/** A step of the tutorial: its text and the part of the shell (`data-tour`) it outlines. */
interface Step {
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

/** Tutorial: a welcome, one card per part of the shell, and an end. Asks once before leaving early. */
export function Tutorial({ onClose }: { onClose: () => void }) {
  const [progress, setProgress] = useState<Progress>({ at: 'welcome' });

  function move(by: Move) {
    const next = nextProgress(progress, by);
    if (next === null) onClose();
    else setProgress(next);
  }

  return (
    <>
      {progress.at === 'step' && <Outline target={steps[progress.step]?.target ?? ''} />}
      <Card key={JSON.stringify(progress)} progress={progress} move={move} />
    </>
  );
}

function Card({ progress, move }: { progress: Progress; move: (by: Move) => void }) {
  const { t } = useText();
  const { title, text } = wordsOf(progress);
  return (
    <Dialog
      title={t(title)}
      text={t(text)}
      onClose={() => move(progress.at === 'leaving' ? 'stay' : 'skip')}
      actions={<Actions progress={progress} move={move} />}
    >
      {progress.at === 'step' && (
        <p className={styles.place}>{t('tutorial.place', { step: progress.step + 1, count: steps.length })}</p>
      )}
    </Dialog>
  );
}

function Actions({ progress, move }: { progress: Progress; move: (by: Move) => void }) {
  const { t } = useText();
  const button = (label: MessageId, by: Move, look: 'plain' | 'primary' | 'quiet' = 'plain') => (
    <Button look={look} onClick={() => move(by)} autoFocus={look === 'primary'}>
      {t(label)}
    </Button>
  );
  switch (progress.at) {
    case 'welcome':
      return (
        <>
          {button('tutorial.skip', 'skip', 'quiet')}
          {button('tutorial.start', 'next', 'primary')}
        </>
      );
    case 'step':
      return (
        <>
          {button('tutorial.skip', 'skip', 'quiet')}
          {button('tutorial.back', 'back')}
          {button('tutorial.next', 'next', 'primary')}
        </>
      );
    case 'leaving':
      return (
        <>
          {button('tutorial.leave', 'skip')}
          {button('tutorial.stay', 'stay', 'primary')}
        </>
      );
    case 'complete':
      return button('tutorial.done', 'next', 'primary');
  }
}

function wordsOf(progress: Progress): { title: MessageId; text: MessageId } {
  switch (progress.at) {
    case 'welcome':
      return { title: 'tutorial.welcome', text: 'tutorial.welcome.text' };
    case 'step':
      return steps[progress.step] ?? { title: 'tutorial.complete', text: 'tutorial.complete.text' };
    case 'leaving':
      return { title: 'tutorial.leaving', text: 'tutorial.leaving.text' };
    case 'complete':
      return { title: 'tutorial.complete', text: 'tutorial.complete.text' };
  }
}

/** Outlines the part of the page that a step explains, if it is on screen. */
function Outline({ target }: { target: string }) {
  useEffect(() => {
    const part = document.querySelector(target === 'page' ? '#page' : `[data-tour="${target}"]`);
    part?.classList.add(styles.outlined ?? '');
    part?.scrollIntoView({ block: 'nearest' });
    return () => part?.classList.remove(styles.outlined ?? '');
  }, [target]);
  return null;
}
