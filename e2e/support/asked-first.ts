import { expect, type Page, type Request } from '@playwright/test';

/** The operation a request asks, and with what. */
function askedBy(request: Request): readonly [name: string, key: string] | null {
  if (!request.url().endsWith('/v2/graphql')) return null;
  const { operationName, variables = {} } = JSON.parse(request.postData() ?? '{}');
  return [operationName, `${operationName} ${JSON.stringify(variables)}`];
}

/**
 * Opens an address anew, and holds of what it begins with: the page that the server sends asked for all of it, its
 * script asked for nothing of that again, and `isDrawn` sees the numbers.
 */
export async function expectAskedFirst(
  page: Page,
  address: string,
  { asks, isDrawn }: { readonly asks: readonly string[]; readonly isDrawn: () => Promise<void> },
): Promise<void> {
  const asked: string[] = [];
  const listen = (request: Request) => {
    const [name, key] = askedBy(request) ?? ['', ''];
    if (asks.includes(name)) asked.push(key);
  };
  page.on('request', listen);
  await page.goto(address);
  await isDrawn();
  page.off('request', listen);
  const byPage = await page.evaluate(() => {
    const { askedFirst } = window as unknown as { askedFirst?: { sent: ReadonlyMap<string, unknown> } };
    return [...(askedFirst?.sent.keys() ?? [])];
  });
  expect(byPage.map((key) => key.split(' ')[0] ?? '').toSorted()).toEqual(asks.toSorted());
  expect(asked.toSorted()).toEqual(byPage.toSorted());
}
