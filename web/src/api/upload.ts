import { AppError } from '@parley/contract/errors';
import type { Route, RouteAnswer } from '@parley/contract/route';
import { type Endpoint, errorOf, fillPath } from './client.ts';

/**
 * Sends a file to a route with `upload`. `onProgress` hears the share that was sent, 0 to 1: `fetch` cannot tell it.
 * @throws AppError of the catalogue; `network` when no answer came.
 */
export async function upload<R extends Route>(
  target: Endpoint<R>,
  given: { params: Record<string, string>; file: File; onProgress?: (share: number) => void },
): Promise<RouteAnswer<R>> {
  const request = new XMLHttpRequest();
  request.open(target.method, `/api/v1${fillPath(target.path, given.params)}`);
  request.setRequestHeader('accept', 'application/json');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => given.onProgress?.(total > 0 ? loaded / total : 0);
  const form = new FormData();
  form.append('file', given.file);
  const answered = new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(AppError.of('network'));
    request.onabort = () => reject(AppError.of('network'));
  });
  request.send(form);
  await answered;
  const answer: unknown = request.response;
  if (request.status < 200 || request.status >= 300) throw errorOf(request.status, answer);
  if (answer === null) throw AppError.of('unexpected');
  return answer as RouteAnswer<R>;
}
