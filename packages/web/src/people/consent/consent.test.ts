import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The module as a freshly opened page sees it. */
async function opened() {
  vi.resetModules();
  return import('./consent.ts');
}

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a browser without an answer looks like
  document.cookie = 'atrium-consent=; path=/; max-age=0';
  sessionStorage.clear();
  localStorage.clear();
});

describe('the answer to the question about cookies (A18)', () => {
  it('is requested until given', async () => {
    const { getConsent: consentNow, hasConsent } = await opened();
    expect(hasConsent()).toBe(false);
    expect(consentNow()).toMatchObject({ given: false, asks: true });
  });

  it.each(['yes', 'no'] as const)('%s is stored in a cookie that contains nothing else', async (answer) => {
    const before = await opened();
    before.answerConsent(answer);
    expect(document.cookie).toBe(`atrium-consent=${answer}`);
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
    // A new browser session has only the cookies.
    const { getConsent: consentNow, hasConsent } = await opened();
    expect(hasConsent()).toBe(answer === 'yes');
    expect(consentNow()).toMatchObject({ given: answer === 'yes', asks: false });
  });

  it('can be changed: asked again it holds until there is another one', async () => {
    const { reopenConsent: askAgain, answerConsent, getConsent: consentNow, hasConsent } = await opened();
    answerConsent('yes');
    askAgain();
    expect(consentNow()).toMatchObject({ given: true, asks: true });
    answerConsent('no');
    expect(hasConsent()).toBe(false);
    expect(consentNow()).toMatchObject({ given: false, asks: false });
  });

  it('hides the banner in a browser without cookies', async () => {
    const { answerConsent, getConsent: consentNow } = await opened();
    const kept = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    answerConsent('yes');
    kept.mockRestore();
    expect(consentNow()).toMatchObject({ given: false, asks: false });
  });
});
