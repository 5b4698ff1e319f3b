/** Asks a query anew. Where that fails, the query's own error says so on the page, and nobody waits for this. */
export async function askAgain(refetch: () => Promise<unknown>): Promise<void> {
  await refetch().catch(() => {});
}
