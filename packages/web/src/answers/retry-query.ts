/** Refetches a query. A failure appears through the query's own error, so it is ignored here. */
export async function retryQuery(refetch: () => Promise<unknown>): Promise<void> {
  await refetch().catch(() => {});
}
