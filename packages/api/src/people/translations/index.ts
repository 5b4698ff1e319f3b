export type { Catalogues } from './catalogues.ts';
export { createTranslationsModule } from './translations.graphql.ts';
