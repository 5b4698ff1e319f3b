/**
 * The engine runs a statement on a thread of libuv's pool, which Node's files, compression and passwords share. Four
 * are too few: they would wait for statements. libuv makes its threads when the first of them is needed, and reads the
 * number then, so it is set while modules are still being loaded, before anything of ours runs.
 */
export const statementThreads = 18;

process.env.UV_THREADPOOL_SIZE ??= String(statementThreads);
