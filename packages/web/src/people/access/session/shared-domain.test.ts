import { CookieJar } from 'tough-cookie';
import { describe, expect, it } from 'vitest';
import { createTokenCookie, readCookieSettings } from './token-cookie.ts';

describe('on the shared domain (A06)', () => {
  const domain = 'example.com';

  /** A browser with standard cookie rules, and the token stores of its pages. */
  function browser() {
    const kept = new CookieJar();
    const cookiesAt = (url: string) => kept.getCookieStringSync(url, { http: false });
    const on = (url: string, shared: string | null = domain, environment = 'production') => {
      const document = {
        get cookie() {
          return cookiesAt(url);
        },
        set cookie(text: string) {
          kept.setCookieSync(text, url, { http: false, ignoreError: true });
        },
      };
      return createTokenCookie({ environment, domain: shared }, { document, location: new URL(url) });
    };
    return { on, cookiesAt };
  }

  it('is one session for all its hosts, set by one and cleared by another', () => {
    const { on, cookiesAt } = browser();
    const [app, other] = [on('https://app.example.com/'), on('https://other.example.com/')];
    expect(app.write('one')).toBe(true);
    app.writeViewAs('theirs');
    expect([other.read(), other.readOwn(), other.writtenInThisBrowserSession()]).toEqual(['theirs', 'one', true]);
    other.clear();
    expect([app.read(), app.readOwn(), app.readViewAs()]).toEqual([null, null, null]);
    expect(cookiesAt('https://app.example.com/')).toBe('');
  });

  it('keeps the device id for good', () => {
    const { on } = browser();
    on('https://app.example.com/').writeDevice('known');
    on('https://other.example.com/').clear();
    expect(on('https://other.example.com/').readDevice()).toBe('known');
  });

  it('separates environments, and sends nothing to other domains', () => {
    const { on } = browser();
    on('https://app.example.com/').write('one');
    expect(on('https://app.example.com/', domain, 'staging').read()).toBeNull();
    expect(on('https://app.example.org/', 'example.org').read()).toBeNull();
  });

  it('replaces a host-only cookie', () => {
    const { on } = browser();
    on('https://app.example.com/', null).write('before');
    const shared = on('https://app.example.com/');
    expect(shared.write('after')).toBe(true);
    expect([shared.read(), on('https://other.example.com/').read()]).toEqual(['after', 'after']);
    on('https://app.example.com/', null).write('before');
    shared.clear();
    expect(shared.read()).toBeNull();
  });

  it('reports that the browser refused the domain', () => {
    expect(browser().on('https://app.example.org/').write('one')).toBe(false);
  });

  it('comes from the page, or from the build', () => {
    document.head.innerHTML =
      '<meta name="cookie-environment" content="staging"><meta name="cookie-domain" content="a.b">';
    expect(readCookieSettings(document, 'production')).toEqual({ environment: 'staging', domain: 'a.b' });
    document.head.innerHTML = '';
    expect(readCookieSettings(document, 'development')).toEqual({ environment: 'development', domain: null });
  });
});
