import { expect, type Page } from '@playwright/test';
import { button, toast } from './with-product.ts';

/** Saves the agent in the editor, and waits until it is. */
export async function saveAgent(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await expect(toast(page, 'Agent saved successfully!').last()).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
}
