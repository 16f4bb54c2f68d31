import { afterEach, expect, test, vi } from 'vitest';
import { type FileUpload, forgetUpload, useFileUploads } from './file-uploads.ts';

const upload = (key: string, problem: string | null): FileUpload => ({
  key,
  baseId: 'kb_1',
  name: `${key}.pdf`,
  share: 0.5,
  problem,
});

afterEach(() => vi.unstubAllGlobals());

test('a page is not left unasked while files are on their way, and freely once none is', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  expect(isAsked()).toBe(false);
  useFileUploads.setState({ uploads: [upload('a', null), upload('b', null)] });
  expect(isAsked()).toBe(true);
  forgetUpload('a');
  expect(isAsked()).toBe(true);
  useFileUploads.setState({ uploads: [upload('b', 'Too large.')] });
  expect(isAsked()).toBe(false);
});
