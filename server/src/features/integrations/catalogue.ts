import { type Integration, integrationIconPath } from '@parley/contract/integrations';
import { apiPrefix } from '../../platform/http/mount-route.ts';
import type { IntegrationClientRow, IntegrationRow } from './tables.ts';
import type { IntegrationVendor, OpenVendor, UpcomingIntegration } from './vendor.ts';

/** A vendor with what the environment says of it. */
export type KnownVendor = { vendor: IntegrationVendor; open: OpenVendor };

/** Addresses of a vendor below the API's prefix. */
export function vendorPath(
  { provider, service }: IntegrationVendor,
  verb: 'connect' | 'callback' | 'remove',
): string {
  return `/auth-master/${provider}/${service}/${verb}`;
}

/** What has to be entered at the vendor: it sends browsers nowhere else. */
export function redirectUriOf(publicUrl: string, vendor: IntegrationVendor): string {
  return `${publicUrl}${apiPrefix}${vendorPath(vendor, 'callback')}`;
}

/** The card of an integration that can be connected. */
export function toLiveIntegration(
  { vendor, open }: KnownVendor,
  given: {
    row: IntegrationRow | undefined;
    client: IntegrationClientRow | undefined;
    publicUrl: string;
    mayManage: boolean;
  },
): Integration {
  const { row, client, publicUrl, mayManage } = given;
  // The workspace's own client comes first: whoever entered one wants it used.
  const source = client ? 'workspace' : open.operatorClient ? 'operator' : 'none';
  return {
    ...toCard(vendor),
    is_live: true,
    connected: row?.state === 'connected',
    oauth_url: mayManage && source !== 'none' ? `${apiPrefix}${vendorPath(vendor, 'connect')}` : null,
    kind: vendor.kind,
    id: row?.id ?? null,
    state: row?.state ?? 'not_connected',
    account: row?.account ?? '',
    connected_at: row?.connectedAt.toISOString() ?? null,
    remove_path: vendorPath(vendor, 'remove'),
    client: source,
    redirect_uri: redirectUriOf(publicUrl, vendor),
    client_url: vendor.clientUrl,
    paste: open.paste?.form ?? null,
  };
}

/** The card of one that is to come. */
export function toUpcomingIntegration(upcoming: UpcomingIntegration): Integration {
  return {
    ...toCard(upcoming),
    is_live: false,
    connected: false,
    oauth_url: null,
    kind: null,
    id: null,
    state: 'not_connected',
    account: '',
    connected_at: null,
    remove_path: null,
    client: 'none',
    redirect_uri: null,
    client_url: null,
    paste: null,
  };
}

function toCard({ name, displayName, category, description }: UpcomingIntegration) {
  return {
    integration_name: name,
    display_name: displayName,
    category,
    description,
    icon_res_image_url: `${apiPrefix}${integrationIconPath(name)}`,
  };
}
