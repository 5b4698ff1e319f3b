export { checkSchema, checkSchemaNote, noInstallation, type SchemaPolicy } from './check-schema.ts';
export { noteOfThisVersion, type SchemaNote, schemaNoteFile, writeSchemaNote } from './schema-note.ts';
