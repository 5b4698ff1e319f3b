import { createHash } from 'node:crypto';
import { type Html, html } from '../../platform/html.ts';
import { basePath, type OpenApiDocument } from './openapi.ts';
import type { Schema } from './schema.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; } h3 { margin: 2rem 0 .25rem; font: 600 1rem ui-monospace, monospace; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { padding: .75rem 1rem; overflow: auto; border: 1px solid #8886; border-radius: 8px; }
table { width: 100%; border-collapse: collapse; } td, th { padding: .35rem .5rem; text-align: start; vertical-align: top; border-block-end: 1px solid #8886; }
`;

/** Policy of the page: its own style and nothing else. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Builds the readable reference of a document, without any script or other file. `origin` is that of the product. */
export function buildReference({ info, paths, components }: OpenApiDocument, origin: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      buildOperation(method, path, operation as unknown as Operation),
    ),
  );
  const { text } = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Atrium API</title><style>${markup(style)}</style></head>
<body>
<h1>Atrium API ${info.version ?? ''}</h1>
<p>${info.description ?? ''}</p>
<p><a href="${basePath}/openapi.json">OpenAPI 3.1 document</a></p>
<h2>First request</h2>
<p>Create a token under Settings › API. It is shown once.</p>
<pre>curl -H "Authorization: Bearer $TOKEN" ${origin}${basePath}/sites</pre>
<pre>curl ${origin}${basePath}/measurements/query \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"metric":"affluenceIn","filters":{"conditions":[{"criterion":"DATE","values":["2026-11-01/2026-11-08"]}]},"groupBy":[{"type":"DATE","granularity":86400}]}'</pre>
<h2>Conventions</h2>
<ul>
<li>Lists have <code>items</code> and <code>next</code>. Send <code>next</code> as <code>after</code> for the next page.</li>
<li>Refusals are <code>application/problem+json</code> with a <code>code</code>.</li>
<li><code>RateLimit</code> states what is left of the token’s budget. A refusal with 429 or 503 has <code>Retry-After</code>.</li>
<li>Definitions have an <code>ETag</code>. Send it as <code>If-None-Match</code>.</li>
</ul>
<h2>Operations</h2>
${operations}
<h2>Types</h2>
${Object.entries(components.schemas).map(([name, schema]) => buildType(name, schema))}
</body>
</html>`;
  return text;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
}

function buildOperation(method: string, path: string, operation: Operation): Html {
  const { summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const rows = [
    ...parameters.map(({ name, in: place, description: text = '', schema }) =>
      buildRow(name, html`${describeType(schema)}, ${place}`, text),
    ),
    ...(body === undefined ? [] : [buildRow('body', describeType(body), '')]),
    buildRow('answer', describeType(responses[200].content['application/json']?.schema ?? {}), ''),
  ];
  return html`<h3>${method.toUpperCase()} ${basePath}${path}</h3><p>${summary} ${description}</p><table>${rows}</table>`;
}

function buildType(name: string, { description = '', properties = {} }: Schema): Html {
  const rows = Object.entries(properties as Readonly<Record<string, Schema>>).map(([field, schema]) =>
    buildRow(field, describeType(schema), String(schema.description ?? '')),
  );
  return html`<h3 id="${name}">${name}</h3><p>${String(description)}</p><table>${rows}</table>`;
}

const buildRow = (name: string, type: Html, text: string): Html =>
  html`<tr><td><code>${name}</code></td><td>${type}</td><td>${text}</td></tr>`;

function describeType(schema: Schema): Html {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  if (Array.isArray(schema.anyOf)) return join(schema.anyOf.map(describeType));
  if (Array.isArray(schema.enum)) return html`${schema.enum.map(String).join(' | ')}`;
  const type = [schema.type ?? 'any'].flat();
  return type.includes('array') ? html`list of ${describeType(schema.items as Schema)}` : html`${type.join(' | ')}`;
}

const join = (parts: readonly Html[]): Html =>
  parts.reduce((before, part) => (before.text === '' ? part : html`${before} | ${part}`), html``);

/** The style has no character that markup would escape, except in child selectors, which it does not use. */
const markup = (text: string): Html => html([text] as unknown as TemplateStringsArray);
