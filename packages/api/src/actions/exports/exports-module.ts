import type { RawExportRequest } from '@atrium/domain/actions/exports';
import type { Failure, Result } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import type { SchemaBuilders, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { registerExports } from './exports.graphql.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { expiringExports, exportFiles } from './jobs.store.ts';
import { createDownloadGuard } from './making/download-guard.ts';
import { createExportRunner, registerExportMetrics } from './making/export-runner.ts';
import { type RawRepeating, repeatExport } from './repeating/change-repeating.ts';
import { requestExport } from './request-export.ts';

/** Creates one-time or repeating exports for a scope that may export. */
export interface CreateExports {
  once(scope: Scope, asked: RawExportRequest): Promise<Result<unknown, Failure>>;
  repeating(scope: Scope, asked: RawRepeating): Promise<Result<unknown, Failure>>;
}

interface ExportsModuleDependencies extends Omit<ExportsDependencies, 'mayExport'> {
  readonly hasStaticDashboard: (scope: Scope) => Promise<boolean>;
}

/** Exports: requested and repeating ones, the runner that makes their files, and the download guard. */
export function createExportsModule({ hasStaticDashboard, ...rest }: ExportsModuleDependencies) {
  const mayExport = async (scope: Scope) =>
    isAllowed(scope, 'exportData', { hasStaticDashboard: await hasStaticDashboard(scope) });
  const exports = { ...rest, mayExport };
  const { db, clock } = exports;
  const newExports: CreateExports = {
    once: (scope, asked) => requestExport(exports, scope, asked, null),
    repeating: (scope, asked) => repeatExport(exports, scope, asked),
  };
  const runner = createExportRunner(exports);
  return {
    services: { exports, newExports, fileGuards: { exports: createDownloadGuard(exports) } },
    graphql: ({ main }: SchemaBuilders) => registerExports(main, exports),
    expiring: [expiringExports(db)],
    ownedFiles: [exportFiles(db)],
    metrics: ({ metrics }: Platform) => registerExportMetrics(db, clock, metrics),
    work: (): readonly Work[] => [{ by: 'workers', open: () => runner }],
  };
}
