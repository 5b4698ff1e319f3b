export { MigrationBanner, MigrationGate } from './migration-gate.tsx';
