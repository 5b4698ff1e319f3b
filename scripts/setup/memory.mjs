/**
 * What the C library and the engine's own allocator are told; they read it when they begin, and at no other time. By itself
 * the one keeps what was freed apart for eight times as many threads as there are processors, and the more at the end of
 * each the larger the blocks were that came and went: 60 of 90 MB after a busy hour. The other puts up to 200 blocks of each
 * size aside for each thread, and keeps an account of who takes how much, which nobody reads.
 */
export const sparingMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  JE_MALLOC_CONF: 'prof:false,tcache_nslots_small_max:64,tcache_nslots_large:8',
};

/**
 * What Node is told when it begins: MB of each half of the young generation, where V8 takes 64 on a machine with much memory.
 * Pages and posts cost the same, and a busy hour 75 MB less; with 8 pages took longer (docs/bench.md).
 */
export const sparingFlags = ['--max-semi-space-size=16'];
