export { distantIntake, serveIntake } from './distant-intake.ts';
export { type IngestKeyVerifier, type IngestRouteDeps, registerIngestRoutes } from './http/ingest.routes.ts';
export { type IngestKeyHolder, registerKeyedRoute } from './http/keyed-route.ts';
export { unpackBody } from './http/read-body.ts';
export { type ImportOptions, readImportOptions } from './import/import-options.ts';
export { type ImportDeps, type ImportSummary, importReadings } from './import/import-readings.ts';
export type { ReadingsImportDependencies } from './import/import-upload.ts';
export type { SendReadings } from './import/reading-sender.ts';
export { registerReadingsImportOnHub } from './import/readings-import.graphql.ts';
export type { IngestLimits } from './ingest-limits.ts';
export { measureIngestion } from './ingest-metrics.ts';
export {
  createIngestion,
  type DeviceFinder,
  type IngestDeps,
  type Ingestion,
  type IngestSummary,
  type RejectedReading,
} from './ingest-readings.ts';
export { KeyRates } from './key-rates.ts';
export { type MqttListeners, openMqttListeners } from './mqtt/open-mqtt-listeners.ts';
export type { MessageDoor } from './mqtt/take-message.ts';
export type { ReadingsStored } from './readings-stored.ts';
