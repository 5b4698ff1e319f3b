import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { graphql } from 'graphql';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createBuilder, finishSchema } from '../../platform/graphql/builder.ts';
import { createCatalogueReader } from './catalogues.ts';
import { registerTranslations } from './translations.graphql.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'translations-'));
const file = path.join(folder, 'translations.json');
const built = { version: 'v1', languages: { en: { a: 'A' }, fr: { a: 'Â' }, de: { a: 'Ä' } } };

beforeEach(() => writeFileSync(file, JSON.stringify(built)));
afterAll(() => rmSync(folder, { recursive: true }));

function server(allowed: readonly ProfileLanguage[] = ['en', 'fr'], at = file) {
  const builder = createBuilder();
  registerTranslations(builder, { allowed, catalogues: createCatalogueReader(at) });
  const schema = finishSchema(builder);
  return async (project = 'retail') => {
    const source = `{
      details: translationDetailsByProject(project: "${project}") {
        version allowedLanguages defaultLanguage fallbackLanguage
      }
      texts: translationsByProject(project: "${project}") { language version messages }
    }`;
    const { data, errors } = await graphql({ schema, source, contextValue: {} });
    return { ...(data as { details?: object; texts?: object[] } | null), errors };
  };
}

describe('translations (N01)', () => {
  it('are those of the allowed languages, with what tells whether they changed', async () => {
    const { details, texts } = await server()();
    expect(details).toEqual({
      version: 'v1',
      allowedLanguages: ['en', 'fr'],
      defaultLanguage: 'fr',
      fallbackLanguage: 'en',
    });
    expect(texts).toEqual([
      { language: 'en', version: 'v1', messages: { a: 'A' } },
      { language: 'fr', version: 'v1', messages: { a: 'Â' } },
    ]);
  });

  it('begin with an allowed language where French is not one', async () => {
    expect((await server(['de', 'it'])()).details).toMatchObject({ defaultLanguage: 'de' });
  });

  it('follow the build without a restart', async () => {
    const ask = server();
    await ask();
    writeFileSync(file, JSON.stringify({ version: 'v2', languages: { en: { a: 'B' } } }));
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    const { details, texts } = await ask();
    expect(details).toMatchObject({ version: 'v2' });
    expect(texts).toEqual([{ language: 'en', version: 'v2', messages: { a: 'B' } }]);
  });

  it('are none where nothing is built', async () => {
    const { details, texts } = await server(['en'], path.join(folder, 'absent.json'))();
    expect([details, texts]).toMatchObject([{ version: '', allowedLanguages: ['en'] }, []]);
  });

  it('are of one project only', async () => {
    expect((await server()('other')).errors?.map(({ extensions }) => extensions.code)).toContain('NOT_FOUND');
  });
});
