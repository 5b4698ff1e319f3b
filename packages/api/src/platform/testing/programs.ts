/** Programs that tests start as separate processes, by path below `src`. */
export const programs = [
  'app/main.ts',
  'app/cli/main.ts',
  'operations/backup/testing/ask-questions.ts',
  'operations/demo/testing/start-demo.ts',
  'numbers/ingest/testing/ingest-server.ts',
  'numbers/rollups/testing/write-and-forget.ts',
  'numbers/rollups/testing/write-and-roll.ts',
  'people/notifications/outbox/testing/send-until-killed.ts',
  'platform/testing/insert-until-killed.ts',
] as const;
