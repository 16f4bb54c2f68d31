import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { freePort, type Product, startProduct } from './product.ts';

/** Starting takes a few seconds; on a busy machine many. */
const startMs = 90_000;

/**
 * The products of a worker, one at a time: each is of one file of tests. They follow each other at one address, so that
 * the worker's browser has the web app compiled already.
 */
class FileProducts {
  readonly #port = freePort();
  #now: { file: string; product: Product; api: ApiClient } | undefined;

  async of(file: string, environment: Record<string, string>): Promise<{ product: Product; api: ApiClient }> {
    if (this.#now?.file === file) return this.#now;
    await this.stop();
    // Calls that still run when the tests are over are not waited for.
    const product = await startProduct({ DRAIN_SECONDS: '0', ...environment }, await this.#port);
    this.#now = { file, product, api: await ApiClient.open(product) };
    return this.#now;
  }

  async stop(): Promise<void> {
    const product = this.#now?.product;
    this.#now = undefined;
    await product?.stop();
  }
}

type OfFile = { environment: Record<string, string>; started: { product: Product; api: ApiClient } };

const test = base.extend<OfFile & OfFile['started'], { products: FileProducts }>({
  products: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const products = new FileProducts();
      try {
        await use(products);
      } finally {
        await products.stop();
      }
    },
    { scope: 'worker', timeout: startMs },
  ],
  environment: [{}, { option: true }],
  started: [
    async ({ products, environment }, use, { file }) => use(await products.of(file, environment)),
    { timeout: startMs },
  ],
  product: async ({ started }, use) => use(started.product),
  api: async ({ started }, use) => use(started.api),
  baseURL: async ({ product }, use) => use(product.url),
});

/**
 * The `test` of a file that has a product of its own: started before its first test, stopped after its last.
 * Pages open below its address; `api` speaks to it as the demo user.
 */
export function withProduct(environment: Record<string, string> = {}) {
  return test.extend({ environment });
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
