import { failure } from '@atrium/domain/core';
import { type ProfileLanguage, profileLanguages } from '@atrium/domain/people/access';
import type { Builder } from '../../platform/graphql/builder.ts';
import { toGraphqlError } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { type Catalogues, createCatalogueReader } from './catalogues.ts';

interface TranslationsDependencies {
  /** Languages users may choose, at least one. */
  readonly allowed: readonly ProfileLanguage[];
  readonly catalogues: () => Promise<Catalogues>;
}

/** The only application with texts. */
const project = 'retail';
const defaultLanguage: ProfileLanguage = 'fr';

interface Details {
  readonly version: string;
  /** Languages with texts. */
  readonly languages: readonly string[];
  readonly allowed: readonly ProfileLanguage[];
}

interface Translation {
  readonly language: ProfileLanguage;
  readonly version: string;
  readonly messages: Readonly<Record<string, unknown>>;
}

/** The texts of the web application, read from the file that its build writes. */
export function createTranslationsModule(deps: {
  readonly languages: readonly ProfileLanguage[];
  readonly cataloguesFile: string;
}) {
  const catalogues = createCatalogueReader(deps.cataloguesFile);
  return {
    services: { catalogues },
    graphql: ({ main }: SchemaBuilders) => registerTranslations(main, { allowed: deps.languages, catalogues }),
  };
}

/** Public, because the sign-in page needs texts too. */
export function registerTranslations(builder: Builder, { allowed, catalogues }: TranslationsDependencies): void {
  const details = registerDetails(builder);
  const translation = registerTranslation(builder);
  const args = { project: 'retail, the web application.' };
  builder.queryField('translationDetailsByProject', (t) =>
    t.field({
      skipTypeScopes: true,
      type: details,
      description: 'What tells whether the texts at hand are still those to show.',
      args: { project: t.arg.string({ required: true, description: args.project }) },
      resolve: async (_root, { project: name }) => {
        known(name);
        const { version, languages } = await catalogues();
        return { version, languages: Object.keys(languages), allowed };
      },
    }),
  );
  builder.queryField('translationsByProject', (t) =>
    t.field({
      skipTypeScopes: true,
      type: [translation],
      length: { most: profileLanguages.length },
      description: 'Every text in each of the allowed languages.',
      args: { project: t.arg.string({ required: true, description: args.project }) },
      resolve: async (_root, { project: name }): Promise<Translation[]> => {
        known(name);
        const { version, languages } = await catalogues();
        return allowed.flatMap((language) => {
          const messages = languages[language];
          return messages === undefined ? [] : [{ language, version, messages }];
        });
      },
    }),
  );
}

function registerDetails(builder: Builder) {
  return builder.objectRef<Details>('TranslationDetails').implement({
    fields: (t) => ({
      version: t.exposeString('version', {
        description: 'Differs when any text does. Empty where the web application is not built.',
      }),
      allowedLanguages: t.stringList({
        length: { most: profileLanguages.length },
        description: 'ISO 639-1 codes of the languages people may choose.',
        resolve: ({ allowed }) => [...allowed],
      }),
      languages: t.stringList({
        length: { most: profileLanguages.length },
        description: 'Those there are texts in, allowed or not.',
        resolve: ({ languages }) => [...languages],
      }),
      defaultLanguage: t.string({
        description: 'Spoken to those who wish for none of the allowed ones.',
        resolve: ({ allowed }) =>
          allowed.includes(defaultLanguage) ? defaultLanguage : (allowed[0] ?? defaultLanguage),
      }),
      fallbackLanguage: t.string({
        description: 'Takes the place of texts a language lacks.',
        resolve: () => 'en',
      }),
    }),
  });
}

function registerTranslation(builder: Builder) {
  return builder.objectRef<Translation>('Translation').implement({
    fields: (t) => ({
      language: t.exposeString('language'),
      version: t.exposeString('version'),
      messages: t.field({
        type: 'JSON',
        cost: () => 10_000,
        // 200 kB.
        holds: () => 10_000,
        description: 'Message id → message, parsed from ICU; none is empty.',
        resolve: ({ messages }) => messages,
      }),
    }),
  });
}

function known(name: string): void {
  if (name !== project) throw toGraphqlError(failure('NOT_FOUND', 'No such project', 'project'));
}
