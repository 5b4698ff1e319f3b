const mebibyte = 1024 ** 2;

/**
 * Sized for two cores. The engine's defaults assume dozens: it keeps up to a thousand idle threads, each with a stack
 * and preallocated memory.
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
 * Settings for the whole process. The engine shares memory with Node and the web server, while its defaults assume a
 * dedicated machine. Caches are limited to what the busiest year of an organization touches.
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

/** Limits of one read-only statement. The engine refuses a statement that exceeds them. */
export const readingLimits = (maxSeconds: number) => ({
  max_execution_time: maxSeconds,
  max_memory_usage: 512 * mebibyte,
  // Bytes. Merged queries of many sites list all of their times and devices.
  max_query_size: 16 * mebibyte,
  do_not_merge_across_partitions_select_final: 1,
  // Compares key columns before reading the others: a year takes half the memory and a sixth less time. With FINAL, the
  // engine does this by itself only where nothing is replaced. It is safe here because versions of a row are filtered
  // together by such columns.
  optimize_move_to_prewhere_if_final: 1,
  // With statistics on, planning reads the statistics of all parts from files. Our queries gain nothing from them.
  use_statistics: 0,
  use_statistics_for_part_pruning: 0,
  // Answers are short. Starting threads for parallel formatting takes longer than one thread takes to write.
  output_format_parallel_formatting: 0,
});

/** An insert returns once it is on disk. A misspelled column or a null is an error and never becomes a default. */
export const writingSettings = {
  async_insert: 0,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
};

/** Copied rows stay as they are, including versions of a row that a merge would drop. */
export const loadingSettings = { optimize_on_insert: 0, max_insert_threads: 1 };
