import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '@parley/contract/errors';
import { integrationIconPath } from '@parley/contract/integrations';
import type { HttpServer } from '../../platform/http/http.ts';

const folder = new URL('./vendors/icons/', import.meta.url);

/** Serves the icons of the cards, drawn for this product: no other host is asked. */
export function mountIcons(http: HttpServer): void {
  const icons = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.svg'))
      .map((file) => [file.replace(/\.svg$/, ''), readFileSync(new URL(file, folder))]),
  );
  http.mountStream(integrationIconPath('{name}'), { access: 'signed-in' }, async ({ request, reply }) => {
    const icon = icons.get((request.params as { name: string }).name);
    if (icon === undefined) throw AppError.of('integration_not_found');
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(icon);
  });
}
