import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { type Product, startProduct } from './product.ts';

type OfWorker = { product: Product; api: ApiClient };

/** Starting takes a few seconds; on a busy machine many. */
const startMs = 90_000;

/**
 * The `test` of a file that has a product of its own: started before its first test, stopped after its last.
 * Pages open below its address; `api` speaks to it as the demo user.
 */
export function withProduct(environment: Record<string, string> = {}) {
  return base.extend<object, OfWorker>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
      async ({}, use) => {
        // Calls that still run when the tests are over are not waited for.
        const product = await startProduct({ DRAIN_SECONDS: '0', ...environment });
        try {
          await use(product);
        } finally {
          await product.stop();
        }
      },
      { scope: 'worker', timeout: startMs },
    ],
    api: [async ({ product }, use) => use(await ApiClient.open(product)), { scope: 'worker' }],
    baseURL: async ({ product }, use) => use(product.url),
  });
}

const sessions = new WeakMap<Product, Cookie[]>();

/** Signs the browser in as the demo user without the login screen; all tests of a product have one session. */
export async function signIn(page: Page, product: Product): Promise<void> {
  const known = sessions.get(product);
  if (known) return await page.context().addCookies(known);
  await openSession(page, product);
  sessions.set(product, await page.context().cookies());
}

/** Signs the browser in with a session of its own, which a test may end. */
export async function openSession(page: Page, product: Product): Promise<void> {
  const answer = await page.request.post(`${product.url}/api/v1/auth/login`, { data: product.signIn });
  expect(answer.status()).toBe(201);
}

/** The button of that very name, on the page or in a part of it. */
export function button(where: Pick<Page, 'getByRole'>, name: string): Locator {
  return where.getByRole('button', { name, exact: true });
}

/** The toast that holds the words. */
export function toast(page: Page, words: string | RegExp): Locator {
  return page.locator('.toasts').getByRole('alert').filter({ hasText: words });
}

/** A gate: requests that pass it wait until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
