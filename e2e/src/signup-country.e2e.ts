import { expect, type Page } from '@playwright/test';
import { toast, withProduct } from './with-product.ts';

// A proxy that names the visitor's country, as the test plays it.
const test = withProduct({ TRUST_PROXY: 'true', COUNTRY_HEADER: 'x-country' });

const picker = (page: Page) => page.getByRole('button', { name: /^Country code: / });
const phone = (page: Page) => page.getByLabel('PHONE NUMBER', { exact: true });

test('[SIGNUP-6] a country is picked by search or keys, and is the visitor’s own where nothing is picked', async ({
  page,
}) => {
  const options = page.getByRole('option');
  const search = page.getByRole('combobox', { name: 'Search countries' });
  await page.goto('/signup');
  await expect(picker(page)).toHaveAccessibleName('Country code: United States +1');
  await picker(page).click();
  await expect(search).toBeFocused();
  await expect(options.filter({ hasText: 'United States' })).toBeInViewport();
  const count = await options.count();
  expect(count).toBeGreaterThan(235);
  expect(count).toBeLessThan(255);
  const dropdown = page
    .locator('[data-combobox-popover]')
    .or(page.getByRole('listbox').locator('..'))
    .first();
  expect((await dropdown.boundingBox())!.height).toBeLessThanOrEqual(300);
  // Every flag is served by the product itself.
  const flags = await options
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')!));
  expect(new Set(flags).size).toBe(count);
  const types = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(path);
          return `${answer.status} ${answer.headers.get('content-type')}`;
        }),
      ),
    flags,
  );
  expect(new Set(types)).toEqual(new Set(['200 image/svg+xml']));

  for (const [words, found] of [
    ['germ', 'Germany+49'],
    ['+44', 'United Kingdom+44'],
    ['jp', 'Japan+81'],
  ] as const) {
    await search.fill(words);
    await expect(options.first()).toHaveText(found);
  }
  await search.fill('<img src=x onerror=alert(1)>'.repeat(50));
  await expect(page.getByText('No country found')).toBeVisible();
  await search.fill('germany');
  await expect(options).toHaveCount(1);
  await search.press('Enter');
  await expect(picker(page)).toHaveAccessibleName('Country code: Germany +49');
  await expect(picker(page)).toBeFocused();

  // By keys alone; Escape leaves things as they are.
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveAccessibleName('Country code: Ghana +233');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(picker(page)).toBeFocused();
  await expect(picker(page)).toHaveAccessibleName('Country code: Ghana +233');

  // A number filled in with its calling code brings its country.
  await phone(page).fill('+44 7400 123456');
  await phone(page).blur();
  await expect(picker(page)).toHaveAccessibleName('Country code: United Kingdom +44');
  await expect(phone(page)).toHaveValue('7400123456');

  // Where the visitor is known the calling code is theirs; what is picked stays.
  await page.setExtraHTTPHeaders({ 'x-country': 'NO' });
  await page.goto('/signup');
  await expect(picker(page)).toHaveAccessibleName('Country code: Norway +47');
  // A failed lookup is nobody's business.
  await page.route('**/api/v1/auth/country', (route) => route.fulfill({ status: 500, body: 'oh' }));
  const asked = page.waitForResponse('**/api/v1/auth/country');
  await page.goto('/signup');
  await asked;
  await expect(picker(page)).toHaveAccessibleName('Country code: United States +1');
  await expect(toast(page, /.+/)).toBeHidden();
});
