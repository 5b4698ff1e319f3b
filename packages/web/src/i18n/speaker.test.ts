import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from './catalogues.ts';
import type { Language } from './languages.ts';
import type { MessageId } from './message-id.ts';
import { createSpeaker } from './speaker.ts';

/** A speaker whose texts arrive when the test says so: `word.<part>` says `<language>/<part>`. */
function speakerWithSlowTexts() {
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
  const speaker = createSpeaker(
    i18n,
    load,
    () => 'en',
    (language) => {
      told.push(language);
      i18n.activate(language);
    },
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  /** Lets the text of that key come (or any, by its place in the line), and what follows from it happen. */
  async function arrive(which: string | number): Promise<void> {
    const at = typeof which === 'number' ? which % waiting.length : waiting.findIndex(({ key }) => key === which);
    waiting.splice(at, 1)[0]?.arrive();
    await settled();
  }
  const word = (part: Part) => i18n._(`word.${part}` as MessageId);
  return { speaker, i18n, word, waiting, told, arrive, settled };
}

describe('the spoken language', () => {
  it('stays the one asked for last when a part of the one before arrives after it', async () => {
    const { speaker, i18n, word, arrive } = speakerWithSlowTexts();
    const begun = speaker.speak('en');
    await arrive('en/door');
    await begun;
    const opened = speaker.open('notices');
    const profile = speaker.speak('fr');
    await arrive('fr/door');
    await arrive('fr/notices');
    await profile;
    await arrive('en/notices');
    await opened;
    expect(i18n.locale).toBe('fr');
    expect(word('notices')).toBe('fr/notices');
  });

  it('is spoken with every open part or not yet: no name of a text is ever read', async () => {
    const { speaker, told, arrive } = speakerWithSlowTexts();
    const spoken = speaker.speak('fr');
    const opened = speaker.open('notices');
    await arrive('fr/door');
    expect(told).toEqual([]);
    await arrive('fr/notices');
    await Promise.all([spoken, opened]);
    expect(told.length).toBeGreaterThan(0);
  });

  it('goes on without a part that could not be fetched, which can be asked for again', async () => {
    const { speaker, i18n, word, waiting, arrive } = speakerWithSlowTexts();
    const begun = speaker.speak('en');
    await arrive('en/door');
    await begun;
    const failed = speaker.open('home');
    waiting.shift()?.fail();
    await expect(failed).rejects.toThrow('offline');
    const changed = speaker.speak('de');
    await arrive('de/door');
    await changed;
    expect(i18n.locale).toBe('de');
    const opened = speaker.open('home');
    await arrive('de/home');
    await opened;
    expect(word('home')).toBe('de/home');
  });

  it('says newer texts in place of those of the build, also in parts that come later', async () => {
    const { speaker, word, arrive } = speakerWithSlowTexts();
    const begun = speaker.speak('en');
    await arrive('en/door');
    await begun;
    const replaced = speaker.replace([['en', { 'word.door': 'newer', 'word.house': 'newer too' }]]);
    await arrive('en/door');
    await replaced;
    expect(word('door')).toBe('newer');
    const opened = speaker.open('house');
    await arrive('en/house');
    await opened;
    expect(word('house')).toBe('newer too');
  });

  it('ends as what was asked for last, in whatever order the texts arrive', async () => {
    const step = fc.oneof(
      fc.record({ speak: fc.constantFrom<Language>('en', 'fr', 'ar') }),
      fc.record({ open: fc.constantFrom<Part>('house', 'home', 'notices') }),
      fc.record({ arrive: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.array(fc.nat()), async (steps, order) => {
        const { speaker, i18n, word, waiting, arrive, settled } = speakerWithSlowTexts();
        let wanted: Language = 'en';
        const parts = new Set<Part>(['door']);
        const done: Promise<void>[] = [];
        for (const taken of steps) {
          if ('speak' in taken) {
            wanted = taken.speak;
            done.push(speaker.speak(wanted));
          } else if ('open' in taken) {
            parts.add(taken.open);
            done.push(speaker.open(taken.open));
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
