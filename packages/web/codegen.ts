import { globSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const here = import.meta.dirname;

/**
 * Signed-out pages and upload forms send operations as text: parsed documents would add GraphQL's parser to the sign-in
 * page.
 */
const asText = new Set([
  'src/people/access',
  ...['onboarding', 'session', 'sign-in', 'uploads', 'view-as'].map((part) => `src/people/access/${part}`),
  'src/app',
  'src/setup/map-views/picture',
  'src/setup/readings-import',
  'src/actions/sales/import/file',
  'src/people/translations',
]);

/** One generated file beside each feature's `*.graphql`, so that a page contains only its own operations. */
const features = [...new Set(globSync('src/**/*.graphql', { cwd: here }).map((file) => path.dirname(file)))];

/** Fragments used by several features, by the feature that does not contain them. */
const shared: Readonly<Record<string, string>> = {
  'src/people/access/people': 'src/people/organization/rights-tree.graphql',
};

/** The hub has its own schema. */
const onHub = new Set([
  'src/setup/readings-import',
  'src/actions/sales/funnel',
  'src/actions/sales/import',
  'src/actions/sales/import/file',
]);
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
