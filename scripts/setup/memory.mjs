/**
 * Allocator settings, read once at process start. By default glibc uses up to eight arenas per processor. It retains
 * more freed memory the larger the freed blocks were: 60 of 90 MB after a busy hour. By default jemalloc caches up to
 * 200 blocks of each size per thread. It also profiles allocations, and nothing uses the profile.
 */
export const allocatorEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  JE_MALLOC_CONF: 'prof:false,tcache_nslots_small_max:64,tcache_nslots_large:8',
};

/**
 * Flags of Node: size of each half of the young generation, MB. The default is 64 on machines with much memory. With
 * 16, pages and posts cost the same, and a busy hour needs 75 MB less. With 8, pages took longer (docs/bench.md).
 */
export const nodeMemoryFlags = ['--max-semi-space-size=16'];
