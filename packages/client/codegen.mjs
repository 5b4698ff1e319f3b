// Writes the types of the REST API from its OpenAPI document: `npm run codegen -w @atrium/client`.
import { writeFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { describeRestApi } from '../api/src/actions/rest-api/index.ts';

// The generator changes the document that it is given.
const types = await openapiTypes(JSON.parse(JSON.stringify(describeRestApi())));
await writeFile(new URL('src/openapi.generated.ts', import.meta.url), astToString(types));
