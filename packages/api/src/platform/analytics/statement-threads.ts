/**
 * The engine runs each statement on a thread of libuv's pool, which Node shares for files, compression and password
 * hashing. With the default of four threads, that work would wait for statements. libuv reads the number when it needs
 * the first thread, so it is set while modules are still loading.
 */
export const statementThreads = 18;

process.env.UV_THREADPOOL_SIZE ??= String(statementThreads);
