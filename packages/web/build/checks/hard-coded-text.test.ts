// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hardCodedTexts } from './hard-coded-text.ts';

const source = path.join(import.meta.dirname, '../../src');

/** Texts that are the same in every language. */
const signs = new Set(['Ctrl', 'Ctrl K', 'ppm', 'CO', 'Atrium']);

describe('texts for people', () => {
  it('are in the catalogues, not in the code', () => {
    const files = globSync('**/*.tsx', { cwd: source }).filter((name) => !name.includes('.test.'));
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((name) =>
      hardCodedTexts(name, readFileSync(path.join(source, name), 'utf8'))
        .filter(({ text }) => !signs.has(text))
        .map(({ line, text }) => `${name}:${line}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['between tags', '<p>Try again</p>', ['Try again']],
    ['in an expression', "<p>{'Try again'}</p>", ['Try again']],
    ['in both ways of a choice', "<p>{ready ? 'Done' : wait && 'Wait'}</p>", ['Done', 'Wait']],
    ['in a template', ['<p>{`$', '{count} sites`}</p>'].join(''), ['sites']],
    ['in an attribute that is read out', '<button aria-label="Close" />', ['Close']],
    ['in a toast', "toast('success', 'Saved')", ['Saved']],
    ['but not in other attributes', '<a className="quiet" data-cell="end" href="/help" />', []],
    ['nor where a message is said', "<p title={t('app.close')}>{t('app.close')} · 5 %</p>", []],
  ])('are found %s', (_, code, texts) => {
    expect(hardCodedTexts('x.tsx', `const x = () => (${code});`).map(({ text }) => text)).toEqual(texts);
  });
});
