export { checkSchema, checkSchemaNote, describeMissingInstallation, type SchemaPolicy } from './check-schema.ts';
export { buildSchemaNote, type SchemaNote, schemaNoteFile, writeSchemaNote } from './schema-note.ts';
