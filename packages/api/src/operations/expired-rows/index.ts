export { createExpiredRowsModule } from './delete-expired.ts';
