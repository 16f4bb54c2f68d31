import { expect, type Locator, type Page } from '@playwright/test';

/** Simulated people by their last two digits: one hangs up early, one is busy, one is not in service. */
export const people = [
  'Given name;Surname;Mobile;E-Mail;Firma;Notes',
  'Tom;Hurley;+1 415 555 0175;tom@example.com;Hurley Motors;"likes; semicolons"',
  'Bea;Busy;+1 415 555 0165;;;',
  'Nora;Gone;+1 415 555 0193;;;',
  'Nora;Again;(415) 555-0193;;;',
  'Max;Nobody;12;;;',
].join('\r\n');

export const figure = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: name });

/** Chooses the number of the open list, then the only other one there is. */
export async function chooseNumbers(page: Page, first: RegExp, second: RegExp): Promise<void> {
  const more = page.getByRole('combobox', { name: 'More numbers' });
  await expect(more).toBeHidden();
  await page.getByRole('option', { name: first }).click();
  await more.click();
  // The one that is chosen already is not offered twice.
  await expect(page.getByRole('option')).toHaveText([second]);
  await page.getByRole('option', { name: second }).click();
  await page.keyboard.press('Escape');
}

/** The call log with the calls of one campaign alone, then with all and its rehearsals, then with its own again. */
export async function expectCallsOf(
  page: Page,
  { campaign, rehearsals }: { campaign: string; rehearsals: number },
): Promise<void> {
  const filter = page.getByRole('combobox', { name: 'Campaign' });
  await expect(filter).toHaveValue(campaign);
  await expect(page.getByRole('row').filter({ hasText: campaign }).first()).toBeVisible();
  const rehearsed = page.getByRole('row').filter({ hasText: 'Simulation' });
  await expect(rehearsed).toHaveCount(0);
  await filter.fill('all');
  await page.getByRole('option', { name: 'All campaigns' }).click();
  await expect(rehearsed).toHaveCount(rehearsals);
  await expect(page).toHaveURL(/\/call-history$/);
  await filter.fill(campaign);
  await page.getByRole('option', { name: campaign }).click();
  await expect(rehearsed).toHaveCount(0);
  await expect(page).toHaveURL(/\?campaign=cmp_/);
}
