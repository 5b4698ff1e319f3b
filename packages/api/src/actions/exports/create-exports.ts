import type { RawExportRequest } from '@atrium/domain/actions/exports';
import type { Failure, Result } from '@atrium/domain/core';
import type { DownloadGuard } from '../../platform/files/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { createDownloadGuard } from './making/download-guard.ts';
import { createExportRunner, type ExportRunner } from './making/export-runner.ts';
import { type RawRepeating, repeatExport } from './repeating/change-repeating.ts';
import { requestExport } from './request-export.ts';

/** Creates one-time or repeating exports for a scope that may export. */
export interface CreateExports {
  once(scope: Scope, asked: RawExportRequest): Promise<Result<unknown, Failure>>;
  repeating(scope: Scope, asked: RawRepeating): Promise<Result<unknown, Failure>>;
}

/** Connects the parts of the module: exports for the demo, the runners, and the download guard. */
export const createExports = (
  deps: ExportsDependencies,
): {
  readonly newExports: CreateExports;
  readonly exportRunner: ExportRunner;
  readonly fileGuards: Readonly<Record<string, DownloadGuard>>;
} => ({
  newExports: {
    once: (scope, asked) => requestExport(deps, scope, asked, null),
    repeating: (scope, asked) => repeatExport(deps, scope, asked),
  },
  exportRunner: createExportRunner(deps),
  fileGuards: { exports: createDownloadGuard(deps) },
});
