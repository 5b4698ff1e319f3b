import { writeFile } from 'node:fs/promises';
import { describeSchemas } from './schema.ts';

const { main, hub } = describeSchemas();
await writeFile(new URL('../../schema.graphql', import.meta.url), main);
await writeFile(new URL('../../schema.hub.graphql', import.meta.url), hub);
