export { type IngestKeyVerifier, type IngestRouteDeps, registerIngestRoutes } from './http/ingest.routes.ts';
export { type KeyGuessLimit, registerKeyedRoute } from './http/keyed-route.ts';
export { decompressBody } from './http/read-body.ts';
export { recordImport } from './import/history/record-import.ts';
export {
  applyRecipe,
  type ImportOptions,
  lacksKind,
  type PartialOptions,
  parseImportOptions,
} from './import/import-options.ts';
export type { ImportSummary } from './import/import-readings.ts';
export { importReadings } from './import/import-stream.ts';
export type { ReadingsImportDependencies } from './import/import-upload.ts';
export { describePreviews } from './import/preview/meter-preview.ts';
export type { SendReadings } from './import/reading-sender.ts';
export { findImportRecipe } from './import/recipes/import-recipes.ts';
export { defaultIngestLimits, type IngestLimits } from './ingest-limits.ts';
export { IngestQueue } from './ingest-queue.ts';
export {
  createIngestion,
  type DeviceFinder,
  type IngestDeps,
  type Ingestion,
  type IngestSummary,
  type Intake,
  type RejectedReading,
} from './ingest-readings.ts';
export { KeyRateLimiter } from './key-rate-limiter.ts';
export type { IngestKeyHolder, MessageEndpoint } from './message-endpoint.ts';
export { createReadingsEndpoint } from './mqtt/handle-message.ts';
export { type MqttListeners, openMqttListeners } from './mqtt/open-mqtt-listeners.ts';
export type { ReadingRow } from './reading-row.ts';
export { readingStore } from './readings.store.ts';
export type { ReadingsStored } from './readings-stored.ts';
export type { Outcome } from './settle/deduplicate-readings.ts';
export type { ReadUndoneImports } from './settle/resolve-overlaps.ts';
