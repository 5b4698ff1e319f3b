import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToast, heldToasts, toast } from './toast-list.ts';

describe('toasts (C06)', () => {
  beforeEach(() => {
    for (const { id } of heldToasts()) dismissToast(id);
  });

  it('keeps the newest five', () => {
    for (let number = 1; number <= 8; number += 1) toast('success', String(number));
    expect(heldToasts().map(({ text }) => text)).toEqual(['4', '5', '6', '7', '8']);
  });

  it('shows the same text once', () => {
    toast('error', 'no');
    toast('success', 'yes');
    toast('error', 'no');
    expect(heldToasts().map(({ text }) => text)).toEqual(['yes', 'no']);
  });

  it('calls a text function on every read', () => {
    let language = 'en';
    toast('error', () => `no page (${language})`);
    language = 'fr';
    expect(heldToasts().map(({ text }) => text)).toEqual(['no page (fr)']);
    toast('error', () => `no page (${language})`);
    expect(heldToasts()).toHaveLength(1);
  });

  it('forgets the one that is closed', () => {
    toast('error', 'a');
    toast('error', 'b');
    dismissToast(heldToasts()[0]!.id);
    expect(heldToasts().map(({ text }) => text)).toEqual(['b']);
  });
});
