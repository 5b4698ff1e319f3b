import { globSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const here = import.meta.dirname;

/**
 * Signed-out pages and upload forms send operations as text: parsed documents would add GraphQL's parser to the sign-in
 * page.
 */
const asText = new Set([
  'src/access',
  ...['onboarding', 'session', 'sign-in', 'uploads', 'view-as'].map((part) => `src/access/${part}`),
  'src/app',
  'src/map-views/picture',
  'src/readings-import',
  'src/sales/import/file',
  'src/translations',
]);

/** One generated file beside each feature's `*.graphql`, so that a page contains only its own operations. */
const features = [...new Set(globSync('src/**/*.graphql', { cwd: here }).map((file) => path.dirname(file)))];

/** Fragments used by several features, by the feature that does not contain them. */
const shared: Readonly<Record<string, string>> = { 'src/access/people': 'src/organization/rights-tree.graphql' };

/** The hub has its own schema. */
const onHub = new Set(['src/readings-import', 'src/sales/funnel', 'src/sales/import', 'src/sales/import/file']);
const schemaOf = (feature: string) =>
  path.join(here, '../api', onHub.has(feature) ? 'schema.hub.graphql' : 'schema.graphql');

const config: CodegenConfig = {
  generates: Object.fromEntries(
    features.map((feature) => [
      path.join(here, feature, 'operations.generated.ts'),
      {
        schema: schemaOf(feature),
        documents: [`${feature}/*.graphql`, shared[feature] ?? []].flat().map((file) => path.join(here, file)),
        plugins: ['typescript-operations', 'typed-document-node'],
        config: {
          documentMode: asText.has(feature) ? 'string' : 'documentNode',
          scalars: { Timestamp: 'number', LabelledValues: 'unknown', JSON: 'unknown', File: 'File' },
          enumType: 'string-literal',
          useTypeImports: true,
          skipTypename: true,
          documentNodeImport: '@apollo/client#TypedDocumentNode',
        },
      },
    ]),
  ),
};

// biome-ignore lint/style/noDefaultExport: the generator reads its configuration from the default export
export default config;
