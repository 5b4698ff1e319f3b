/** Kind of an error that reached the top of the page. Each has its own text. */
export type Fault = 'stale application' | 'servers unavailable' | 'unexpected';

/** Browsers word it differently. All mean that a chunk failed to load, mostly after an update. */
const chunkFailure = /dynamically imported module|importing a module script failed|unable to preload css/i;
const networkFailure = /failed to fetch|networkerror|load failed/i;

export function classifyFault(error: unknown): Fault {
  if (!(error instanceof Error)) return 'unexpected';
  if (chunkFailure.test(error.message)) return 'stale application';
  const status = (error as { statusCode?: unknown }).statusCode;
  if (networkFailure.test(error.message) || (typeof status === 'number' && status >= 502)) return 'servers unavailable';
  return 'unexpected';
}
