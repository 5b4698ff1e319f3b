import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from './catalogues.ts';
import { createI18nLoader } from './i18n.ts';
import type { Language } from './languages.ts';
import type { MessageId } from './message-id.ts';

/** A loader whose texts arrive on the test's command: `word.<part>` is `<language>/<part>`. */
function loaderWithSlowTexts() {
  const i18n = setupI18n();
  const waiting: { readonly key: string; arrive(): void; fail(): void }[] = [];
  const told: string[] = [];
  const load = (language: Language, part: Part) =>
    new Promise<Record<string, string>>((resolve, reject) =>
      waiting.push({
        key: `${language}/${part}`,
        arrive: () => resolve({ [`word.${part}`]: `${language}/${part}` }),
        fail: () => reject(new Error('offline')),
      }),
    );
  const loader = createI18nLoader(
    i18n,
    load,
    () => 'en',
    (language) => {
      told.push(language);
      i18n.activate(language);
    },
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  /** Resolves the pending text of a key (or by index) and waits for the effects. */
  async function arrive(which: string | number): Promise<void> {
    const at = typeof which === 'number' ? which % waiting.length : waiting.findIndex(({ key }) => key === which);
    waiting.splice(at, 1)[0]?.arrive();
    await settled();
  }
  const word = (part: Part) => i18n._(`word.${part}` as MessageId);
  return { loader, i18n, word, waiting, told, arrive, settled };
}

describe('the language on screen', () => {
  it('is the one requested last, even if parts of an earlier one arrive later', async () => {
    const { loader, i18n, word, arrive } = loaderWithSlowTexts();
    const begun = loader.setLanguage('en');
    await arrive('en/public');
    await begun;
    const opened = loader.loadPart('notices');
    const profile = loader.setLanguage('fr');
    await arrive('fr/public');
    await arrive('fr/notices');
    await profile;
    await arrive('en/notices');
    await opened;
    expect(i18n.locale).toBe('fr');
    expect(word('notices')).toBe('fr/notices');
  });

  it('is spoken with every open part or not yet: no name of a text is ever read', async () => {
    const { loader, told, arrive } = loaderWithSlowTexts();
    const spoken = loader.setLanguage('fr');
    const opened = loader.loadPart('notices');
    await arrive('fr/public');
    expect(told).toEqual([]);
    await arrive('fr/notices');
    await Promise.all([spoken, opened]);
    expect(told.length).toBeGreaterThan(0);
  });

  it('continues without a part that failed to load, which can be retried', async () => {
    const { loader, i18n, word, waiting, arrive } = loaderWithSlowTexts();
    const begun = loader.setLanguage('en');
    await arrive('en/public');
    await begun;
    const failed = loader.loadPart('home');
    waiting.shift()?.fail();
    await expect(failed).rejects.toThrow('offline');
    const changed = loader.setLanguage('de');
    await arrive('de/public');
    await changed;
    expect(i18n.locale).toBe('de');
    const opened = loader.loadPart('home');
    await arrive('de/home');
    await opened;
    expect(word('home')).toBe('de/home');
  });

  it('replaces the build’s texts by newer ones, also in parts that load later', async () => {
    const { loader, word, arrive } = loaderWithSlowTexts();
    const begun = loader.setLanguage('en');
    await arrive('en/public');
    await begun;
    const replaced = loader.replace([['en', { 'word.public': 'newer', 'word.authenticated': 'newer too' }]]);
    await arrive('en/public');
    await replaced;
    expect(word('public')).toBe('newer');
    const opened = loader.loadPart('authenticated');
    await arrive('en/authenticated');
    await opened;
    expect(word('authenticated')).toBe('newer too');
  });

  it('notifies of changed texts, not of new parts', async () => {
    const { loader, i18n, word, arrive } = loaderWithSlowTexts();
    const begun = loader.setLanguage('en');
    await arrive('en/public');
    await begun;
    let news = 0;
    i18n.on('change', () => news++);
    const opened = loader.loadPart('home');
    await arrive('en/home');
    await opened;
    expect([word('home'), news]).toEqual(['en/home', 0]);
    const replaced = loader.replace([['en', { 'word.home': 'newer' }]]);
    await arrive('en/public');
    await arrive('en/home');
    await replaced;
    expect(word('home')).toBe('newer');
    expect(news).toBeGreaterThan(0);
  });

  it('ends as the one requested last, in whatever order the texts arrive', async () => {
    const step = fc.oneof(
      fc.record({ setLanguage: fc.constantFrom<Language>('en', 'fr', 'ar') }),
      fc.record({ loadPart: fc.constantFrom<Part>('authenticated', 'home', 'notices') }),
      fc.record({ arrive: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.array(fc.nat()), async (steps, order) => {
        const { loader, i18n, word, waiting, arrive, settled } = loaderWithSlowTexts();
        let wanted: Language = 'en';
        const parts = new Set<Part>(['public']);
        const done: Promise<void>[] = [];
        for (const taken of steps) {
          if ('setLanguage' in taken) {
            wanted = taken.setLanguage;
            done.push(loader.setLanguage(wanted));
          } else if ('loadPart' in taken) {
            parts.add(taken.loadPart);
            done.push(loader.loadPart(taken.loadPart));
          } else if (waiting.length > 0) await arrive(taken.arrive);
        }
        for (let turn = 0; waiting.length > 0; turn += 1) await arrive(order[turn] ?? 0);
        await settled();
        await Promise.all(done);
        if (done.length === 0) return;
        expect(i18n.locale).toBe(wanted);
        for (const part of parts) expect(word(part)).toBe(`${wanted}/${part}`);
      }),
    );
  });
});
