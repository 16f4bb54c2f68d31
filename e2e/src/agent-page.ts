import { expect, type Locator, type Page } from '@playwright/test';
import { toast } from './with-product.ts';

/** The button of that very name. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Saves the agent in the editor, and waits until it is. */
export async function saveAgent(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await expect(toast(page, 'Agent saved successfully!').last()).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
}
