import { I18nProvider } from '@lingui/react';
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { ExitGuard } from './exit-guard.tsx';
import { getExitState, useUnsavedChanges } from './exit-state.ts';

const place = document.createElement('div');
const save = vi.fn(async () => true);
const discard = vi.fn();
let root: Root;

function createTestRouter(history: RouterHistory) {
  const top = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ExitGuard />
      </>
    ),
  });
  const form = createRoute({ getParentRoute: () => top, path: '/form', component: Form });
  const other = createRoute({ getParentRoute: () => top, path: '/other', component: () => <p>other</p> });
  const login = createRoute({ getParentRoute: () => top, path: '/login', component: () => <p>login</p> });
  return createRouter({
    routeTree: top.addChildren([form, other, login]),
    history,
  });
}

let isDirty = true;
function Form() {
  useUnsavedChanges({ isDirty, save, discard });
  return <p>form</p>;
}

let router: ReturnType<typeof createTestRouter>;
const path = () => router.state.location.pathname;
const asked = () => place.querySelector('dialog') !== null;
const go = (to: string) =>
  act(async () => {
    void router.navigate({ to } as never);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
const press = (label: string) =>
  act(async () => {
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

async function show(dirty: boolean, history: RouterHistory = createMemoryHistory({ initialEntries: ['/form'] })) {
  isDirty = dirty;
  router = createTestRouter(history);
  root = createRoot(place);
  await act(async () => {
    root.render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    );
    await router.load();
  });
}

describe('leaving unsaved work (B09, C14)', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // The DOM of the test has dialogs but cannot open them.
    HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false;
    };
    document.body.append(place);
    save.mockClear().mockResolvedValue(true);
    discard.mockClear();
    await setLanguage('en');
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    expect(getExitState()).toEqual({ rendered: false, shown: false });
  });

  it('asks nothing while nothing is unsaved', async () => {
    await show(false);
    expect(getExitState()).toEqual({ rendered: false, shown: false });
    await go('/other');
    expect([path(), asked()]).toEqual(['/other', false]);
  });

  it('asks first, and stays until it is answered', async () => {
    await show(true);
    expect(getExitState()).toEqual({ rendered: true, shown: false });
    await go('/other');
    expect([path(), asked()]).toEqual(['/form', true]);
    expect(getExitState()).toEqual({ rendered: true, shown: true });
  });

  it('goes on after saving', async () => {
    await show(true);
    await go('/other');
    await press('Save');
    expect(save).toHaveBeenCalledOnce();
    expect([path(), asked()]).toEqual(['/other', false]);
  });

  it('stays when saving fails, and asks again the next time', async () => {
    save.mockResolvedValueOnce(false);
    await show(true);
    await go('/other');
    await press('Save');
    expect([path(), asked()]).toEqual(['/form', false]);
    await go('/other');
    expect(asked()).toBe(true);
  });

  it('goes on after discarding, without saving', async () => {
    await show(true);
    await go('/other');
    await press('Discard');
    expect(discard).toHaveBeenCalledOnce();
    expect(save).not.toHaveBeenCalled();
    expect(path()).toBe('/other');
  });

  it('does not hold up a session that ended, nor another filter of the same page', async () => {
    await show(true);
    await act(async () => router.navigate({ to: '/form', search: { zone: 3 } } as never));
    expect(asked()).toBe(false);
    await go('/login');
    expect([path(), asked()]).toEqual(['/login', false]);
  });

  it('lets the browser ask before the page is closed', async () => {
    window.history.replaceState(null, '', '/form');
    await show(true, createBrowserHistory());
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await act(async () => root.unmount());
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });
});
