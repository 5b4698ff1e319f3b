const mebibyte = 1024 ** 2;

/**
 * Sized for two cores, where the engine counts on dozens: it keeps a thread that has nothing to do for as long as a
 * thousand of them wait, each with a stack and with memory put aside for its next allocations.
 */
const threads = {
  background_pool_size: 2,
  background_schedule_pool_size: 2,
  background_schedule_pool_initial_size: 2,
  max_thread_pool_size: 200,
  max_thread_pool_free_size: 8,
  max_io_thread_pool_size: 8,
  max_active_parts_loading_thread_pool_size: 4,
  max_outdated_parts_loading_thread_pool_size: 2,
  max_parts_cleaning_thread_pool_size: 2,
};

/**
 * For the whole process: the engine shares our memory with Node and the web server, and its own defaults are those of
 * a machine that does nothing else. Caches are bounded by what an organization's busiest year touches.
 */
export const engineArguments = {
  max_server_memory_usage: 1024 * mebibyte,
  mark_cache_size: 32 * mebibyte,
  primary_index_cache_size: 32 * mebibyte,
  index_mark_cache_size: 4 * mebibyte,
  query_condition_cache_size: 4 * mebibyte,
  compiled_expression_cache_size: 8 * mebibyte,
  ...threads,
  timezone: 'UTC',
};

/** What one reading statement may take; a statement that wants more is refused by the engine. */
export const readingLimits = (maxSeconds: number) => ({
  max_execution_time: maxSeconds,
  max_memory_usage: 512 * mebibyte,
  // Bytes: questions of many sites that were put together name all of their times and devices.
  max_query_size: 16 * mebibyte,
  do_not_merge_across_partitions_select_final: 1,
  // What tells rows apart is compared before the rest of them is read: half the memory of a year, and a sixth less time.
  // The engine does so by itself only where nothing is replaced; versions of a row stay or go together by such columns.
  optimize_move_to_prewhere_if_final: 1,
  // Where parts have statistics, those of all are read from files to plan a statement; nothing of ours reads less for it.
  use_statistics: 0,
  use_statistics_for_part_pruning: 0,
  // Answers are short: threads that would write them side by side take longer to begin than one takes to write.
  output_format_parallel_formatting: 0,
});

/** An insert is answered when it is on disk, and a column we misspelled or left null is an error, not a default. */
export const writingSettings = {
  async_insert: 0,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
};

/** Rows that were copied arrive as they were: also versions of a row that a merge would drop. */
export const loadingSettings = { optimize_on_insert: 0, max_insert_threads: 1 };
