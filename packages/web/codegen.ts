import { globSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const here = import.meta.dirname;

/** The signed-out pages, and forms with a file, send their few operations as text: parsed documents would bring GraphQL's parser to the sign-in page. */
const asText = new Set([
  ...['onboarding/invitation', 'passwords', 'session', 'two-factor', 'unsubscribe', 'uploads', 'view-as'].map(
    (part) => `src/access/${part}`,
  ),
  'src/app/short-link',
  'src/map-views/picture',
  'src/readings-import',
  'src/sales/import/file',
  'src/translations',
]);

/** One generated file beside each feature's `*.graphql`, so that a page carries its own operations only. */
const features = [...new Set(globSync('src/**/*.graphql', { cwd: here }).map((file) => path.dirname(file)))];

/** Selections that several features ask for, by the feature that does not hold them itself. */
const shared: Readonly<Record<string, string>> = { 'src/access/people': 'src/organization/rights-tree.graphql' };

/** What the hub answers has a schema of its own. */
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
