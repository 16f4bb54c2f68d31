/**
 * Where the machines of a carrier reach us, below `/api/v1`. They bring no session: the carrier proves each request by
 * its signature, and each socket by a token that we gave away just before.
 */
export const carrierWebhookPath = (carrier: string, connection: string, event: string) =>
  `/carriers/${carrier}/${connection}/${event}`;

/** `name`: what the carrier awaits the socket by; others are refused before they open. */
export const carrierSocketPath = (carrier: string, name: string) => `/carriers/${carrier}/media/${name}`;
