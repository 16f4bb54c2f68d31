import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing serious or critical by axe's own rules; what it found is told with the failure. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a transition are nobody's contrast. What moves for ever is not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // No frames are on our pages, and only what is wrong is told: a third of the time of axe's own defaults.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  expect(grave).toEqual([]);
}
