import { expect, type Page } from '@playwright/test';
import { button, toast } from './with-product.ts';

/** Saves the agent in the editor, and waits until it is. */
export async function saveAgent(page: Page): Promise<void> {
  // The toast of an earlier save may still be there.
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/v1/voice-agent/'),
  );
  await button(page, 'Save').click();
  expect((await answer).status()).toBe(200);
  await expect(toast(page, 'Agent saved successfully!').last()).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
}
