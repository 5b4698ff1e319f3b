import { beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, pickLanguage, setLanguage } from '../../i18n/index.ts';
import { checkTexts } from './sync-texts.ts';

interface Server {
  version: string;
  allowedLanguages: string[];
  texts: Record<string, Record<string, unknown>>;
}

const server: Server = { version: 'built', allowedLanguages: [], texts: {} };
const asked: string[] = [];

beforeEach(async () => {
  localStorage.clear();
  asked.length = 0;
  Object.assign(server, { version: 'built', allowedLanguages: ['en', 'fr', 'de', 'it', 'es', 'ar'], texts: {} });
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string } = {}) => {
    const { version, allowedLanguages, texts } = server;
    const name = /translation\w+/.exec((JSON.parse(body) as { query?: string }).query ?? '')?.[0] ?? url;
    asked.push(name);
    return new Response(
      JSON.stringify(
        name === 'translationDetailsByProject'
          ? { data: { [name]: { version, allowedLanguages } } }
          : { version, languages: texts },
      ),
    );
  });
  await checkTexts('built');
  asked.length = 0;
});

describe('following the server’s texts (N01)', () => {
  it('fetches no texts while the version is current', async () => {
    expect(await checkTexts('built')).toBe('built');
    expect(asked).toEqual(['translationDetailsByProject']);
  });

  it('shows another version’s texts at once, also after a change of language', async () => {
    await setLanguage('en');
    server.version = 'next';
    server.texts = { en: { 'app.cancel': 'Never mind' }, de: { 'app.cancel': 'Doch nicht' } };
    expect(await checkTexts('built')).toBe('next');
    expect(asked).toEqual(['translationDetailsByProject', '/translations.json?version=next']);
    expect(i18n._('app.cancel')).toBe('Never mind');
    await setLanguage('de');
    expect(i18n._('app.cancel')).toBe('Doch nicht');
    expect(i18n._('app.close')).toBe('Schliessen');
  });

  it('leaves a language that is no longer allowed, and the sign-in page with it', async () => {
    await pickLanguage('ar');
    expect(document.documentElement.dir).toBe('rtl');
    server.allowedLanguages = ['en', 'fr'];
    await checkTexts('built');
    expect([i18n.locale, document.documentElement.dir]).toEqual(['fr', 'ltr']);
    await setLanguage('ar');
    expect(i18n.locale).toBe('fr');
  });

  it('keeps its own texts beside a server that has none', async () => {
    server.version = '';
    expect(await checkTexts('built')).toBe('built');
    expect(asked).toEqual(['translationDetailsByProject']);
  });
});
