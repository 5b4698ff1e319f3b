/** Programs that tests start as separate processes, by path below `src`. */
export const programs = [
  'main.ts',
  'cli/main.ts',
  'backup/testing/ask-questions.ts',
  'demo/testing/start-demo.ts',
  'measurements/ingest/testing/ingest-server.ts',
  'measurements/rollups/testing/write-and-forget.ts',
  'measurements/rollups/testing/write-and-roll.ts',
  'notifications/outbox/testing/send-until-killed.ts',
  'platform/testing/insert-until-killed.ts',
] as const;
