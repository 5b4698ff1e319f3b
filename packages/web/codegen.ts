// Writes the types and documents of each feature's GraphQL operations: `npm run codegen -w @atrium/web`.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as types from '@graphql-codegen/typescript-operations';
import { buildASTSchema, parse, Source } from 'graphql';

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
  'src/setup/site-files/upload',
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
  'src/setup/readings-import/history',
  'src/setup/readings-import/recipes',
  'src/setup/readings-import/sensors',
  'src/actions/sales/funnel',
  'src/actions/sales/import',
  'src/actions/sales/import/file',
]);

function readSchema(name: string) {
  const text = parse(readFileSync(path.join(here, '../api', name), 'utf8'));
  return { text, schema: buildASTSchema(text) };
}
const product = readSchema('schema.graphql');
const hub = readSchema('schema.hub.graphql');

async function generate(feature: string): Promise<void> {
  const filename = path.join(here, feature, 'operations.generated.ts');
  const files = [...globSync(`${feature}/*.graphql`, { cwd: here }).sort(), shared[feature] ?? []].flat();
  const { text, schema } = onHub.has(feature) ? hub : product;
  const written = await codegen({
    filename,
    schema: text,
    schemaAst: schema,
    documents: files.map((file) => {
      const location = path.join(here, file);
      return { location, document: parse(new Source(readFileSync(location, 'utf8'), file)) };
    }),
    plugins: [{ 'typescript-operations': {} }, { 'typed-document-node': {} }],
    pluginMap: { 'typescript-operations': types, 'typed-document-node': documents },
    config: {
      documentMode: asText.has(feature) ? 'string' : 'documentNode',
      scalars: {
        Timestamp: 'number',
        LabelledValues: 'unknown',
        UsualFigures: 'unknown',
        JSON: 'unknown',
        File: 'File',
      },
      enumType: 'string-literal',
      useTypeImports: true,
      skipTypename: true,
      documentNodeImport: '@apollo/client#TypedDocumentNode',
    },
  });
  // An unchanged file keeps its time, so that whoever watches it has nothing to do.
  if (!existsSync(filename) || readFileSync(filename, 'utf8') !== written) writeFileSync(filename, written);
}

for (const feature of features) await generate(feature);
