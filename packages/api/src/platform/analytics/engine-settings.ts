/** What one reading statement may take; a statement that wants more is refused by the engine. */
export const readingLimits = (maxSeconds: number) => ({
  max_execution_time: maxSeconds,
  max_memory_usage: 512 * 1024 ** 2,
  // Bytes: questions of many sites that were put together name all of their times and devices.
  max_query_size: 16 * 1024 ** 2,
  do_not_merge_across_partitions_select_final: 1,
});

/** An insert is answered when it is on disk, and a column we misspelled or left null is an error, not a default. */
export const writingSettings = {
  async_insert: 0,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
};

/** Rows that were copied arrive as they were: also versions of a row that a merge would drop. */
export const loadingSettings = { optimize_on_insert: 0, max_insert_threads: 1 };
