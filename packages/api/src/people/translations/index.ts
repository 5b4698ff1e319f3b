export { type Catalogues, createCatalogueReader } from './catalogues.ts';
export { registerTranslations, type TranslationsDependencies } from './translations.graphql.ts';
