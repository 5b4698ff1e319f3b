export { type Catalogues, cataloguesIn } from './catalogues.ts';
export { registerTranslations, type TranslationsDependencies } from './translations.graphql.ts';
