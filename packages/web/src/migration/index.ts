export { MigrationBanner, MigrationGate } from './migration-notices.tsx';
