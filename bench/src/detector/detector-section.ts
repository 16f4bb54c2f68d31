import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { Section } from '../section.ts';
import { pickSections } from './pick-sections.ts';

/** How well speech is told from everything else. All tables are in docs/benchmarks-vad.md. */
export const detectorSection: Section = {
  id: 'vad',
  title: 'Voice activity detection',
  async run() {
    const detector = new PinnedProcess({
      module: new URL('./detector-process.ts', import.meta.url),
      core: null,
    });
    try {
      return pickSections(await detector.ask<string>('print'), [
        'Speech of the fresh set',
        'Other sounds of the fresh set',
      ]);
    } finally {
      await detector.stop();
    }
  },
};
