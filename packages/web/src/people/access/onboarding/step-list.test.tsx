import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../../i18n/index.ts';
import { buildDraft } from './draft.ts';
import { isFilledIn, type Step, selectSteps } from './steps.tsx';
import type { Invitation } from './use-invitation.ts';
import { StepList } from './wizard.tsx';

const invited = (role: 'admin' | 'user') =>
  ({ role, email: 'nora@rive.example', organizationName: 'Rive', language: 'en', state: 'VALID' }) as Invitation;
const pathsOf = (role: 'admin' | 'user') => selectSteps(invited(role)).map(({ path }) => path);
const admins = selectSteps(invited('admin'));

/** Tells which of an administrator's steps are clickable. */
function openable(current: number, done: ReadonlySet<number>): boolean[] {
  const place = document.createElement('div');
  const root = createRoot(place);
  const isDone = (step: Step) => done.has(admins.indexOf(step));
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <StepList steps={admins} current={current} isDone={isDone} open={() => undefined} />
      </I18nProvider>,
    ),
  );
  const answer = [...place.querySelectorAll('button')].map(({ disabled }) => !disabled);
  expect(place.querySelector('[aria-current=step]')).toBe(place.querySelectorAll('button')[current]);
  expect(place.querySelector('progress')?.value).toBe(current + 1);
  act(() => root.unmount());
  return answer;
}

describe('the steps of an invitation (A11, A12)', () => {
  beforeAll(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await setLanguage('en');
  });

  it('are five for administrators and three for everybody else', () => {
    expect(pathsOf('admin')).toEqual(['org-settings', 'about', 'password', 'profile-settings', 'security']);
    expect(pathsOf('user')).toEqual(['about', 'password', 'security']);
  });

  it('open by a click when current, earlier, next after a finished one, or all when all are finished', () => {
    const numbers = admins.map((_, index) => index);
    fc.assert(
      fc.property(fc.constantFrom(...numbers), fc.subarray(numbers), (current, finished) => {
        const done = new Set(finished);
        // The current step never follows an unfinished one, because the location redirects to the first unfinished
        // step.
        fc.pre(numbers.every((index) => index >= current || done.has(index)));
        const all = done.size === numbers.length;
        expect(openable(current, done)).toEqual(
          numbers.map((index) => all || index <= current || (index === current + 1 && done.has(current))),
        );
      }),
    );
  });

  it('allow Next once all required fields are filled in, valid or not', () => {
    const about = admins.find(({ path }) => path === 'about') as Step;
    const draft = { ...buildDraft(invited('user'), 'en'), firstName: 'R2D2' };
    expect(isFilledIn(about, draft)).toBe(false);
    expect(isFilledIn(about, { ...draft, lastName: ' ' })).toBe(false);
    expect(isFilledIn(about, { ...draft, lastName: 'Lang' })).toBe(true);
    expect(about.faultsOf({ ...draft, lastName: 'Lang' }, invited('user'))).toEqual({
      firstName: 'access.onboarding.name.letters',
    });
    const last = admins.at(-1) as Step;
    expect([last.path, last.required, isFilledIn(last, draft)]).toEqual(['security', [], true]);
  });
});
