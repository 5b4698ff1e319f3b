import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToast, getToasts, showToast } from './toast-list.ts';

describe('toasts (C06)', () => {
  beforeEach(() => {
    for (const { id } of getToasts()) dismissToast(id);
  });

  it('keeps the newest five', () => {
    for (let number = 1; number <= 8; number += 1) showToast('success', String(number));
    expect(getToasts().map(({ text }) => text)).toEqual(['4', '5', '6', '7', '8']);
  });

  it('shows the same text once', () => {
    showToast('error', 'no');
    showToast('success', 'yes');
    showToast('error', 'no');
    expect(getToasts().map(({ text }) => text)).toEqual(['yes', 'no']);
  });

  it('calls a text function on every read', () => {
    let language = 'en';
    showToast('error', () => `no page (${language})`);
    language = 'fr';
    expect(getToasts().map(({ text }) => text)).toEqual(['no page (fr)']);
    showToast('error', () => `no page (${language})`);
    expect(getToasts()).toHaveLength(1);
  });

  it('forgets the one that is closed', () => {
    showToast('error', 'a');
    showToast('error', 'b');
    dismissToast(getToasts()[0]!.id);
    expect(getToasts().map(({ text }) => text)).toEqual(['b']);
  });
});
