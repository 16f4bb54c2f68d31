import type { IntegrationChoice, MessageSettings } from '@parley/contract/integrations';
import {
  type Grant,
  type IntegrationVendor,
  type OAuthClient,
  type OpenVendor,
  VendorError,
} from '../../vendor.ts';
import { type ApiAnswer, callApi, type Endpoints, postToHook, readEndpoints } from './api.ts';
import { describeCall } from './call-message.ts';

/** Write to channels, also public ones nobody invited the app to; list channels to choose from. */
const scopes = ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'];
/** Pages of 200 channels that are read. */
const channelPages = 5;
/** The channel of a pasted address: it has exactly one, which only the vendor knows. */
const hookChannel = { id: 'webhook', name: 'Channel of the webhook' };

/** Slack: tells the outcome of calls in channels. */
export const slack: IntegrationVendor = {
  name: 'slack',
  displayName: 'Slack',
  category: 'Messages',
  description: 'Tells your team how each call went: outcome, sentiment and summary, with a link to the call.',
  kind: 'messages',
  provider: 'slack',
  service: 'messages',
  clientUrl: 'https://api.slack.com/apps',
  open(environment) {
    const endpoints = readEndpoints(environment);
    const clientId = environment['SLACK_CLIENT_ID']?.trim();
    const clientSecret = environment['SLACK_CLIENT_SECRET']?.trim();
    return {
      operatorClient: clientId && clientSecret ? { clientId, clientSecret } : undefined,
      oauth: openOAuth(endpoints),
      async findFirstSettings(token, signal) {
        const { team } = await callApi(endpoints, 'auth.test', { token, signal });
        return { account: typeof team === 'string' ? team.slice(0, 200) : '', settings: firstSettings([]) };
      },
      listChoices: (token, signal) =>
        isHook(token) ? Promise.resolve([hookChoice]) : listChannels(endpoints, token, signal),
      paste: {
        form: {
          label: 'Incoming webhook address',
          description:
            'Make one at Slack for the channel that shall hear of calls, and paste it here. A first message tries it.',
          placeholder: 'https://hooks.slack.com/services/T000/B000/XXXX',
        },
        connect: (value, signal) => connectHook(endpoints, value, signal),
      },
      messages: {
        async send(token, channelId, message, signal) {
          const content = describeCall(message);
          if (isHook(token)) return await postToHook(token, content, signal);
          const json = { channel: channelId, ...content, unfurl_links: false, unfurl_media: false };
          await callApi(endpoints, 'chat.postMessage', { token, json, signal });
        },
      },
    };
  },
};

/** https://api.slack.com/authentication/oauth-v2. PKCE is for apps without a secret there, and is not sent. */
function openOAuth(endpoints: Endpoints): OpenVendor['oauth'] {
  const basicOf = (client: OAuthClient) => `${client.clientId}:${client.clientSecret}`;
  return {
    authorizeUrl({ client, redirectUri, state }) {
      const url = new URL(`${endpoints.root}/oauth/v2/authorize`);
      url.search = new URLSearchParams({
        client_id: client.clientId,
        scope: scopes.join(','),
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },
    async exchangeCode({ client, redirectUri, code }, signal) {
      const form = { code, redirect_uri: redirectUri };
      return readGrant(
        client,
        await callApi(endpoints, 'oauth.v2.access', { basic: basicOf(client), form, signal }),
      );
    },
    async refresh(grant, signal) {
      if (grant.client === null || grant.refreshToken === null)
        throw new VendorError('revoked', 'The token cannot be refreshed.');
      const form = { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
      const basic = basicOf(grant.client);
      return readGrant(grant.client, await callApi(endpoints, 'oauth.v2.access', { basic, form, signal }));
    },
    async revoke(grant, signal) {
      // A pasted address is taken back at the vendor only.
      if (isHook(grant.accessToken)) return;
      await callApi(endpoints, 'auth.revoke', { token: grant.accessToken, signal });
    },
  };
}

function readGrant(client: OAuthClient, answer: ApiAnswer): Grant {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (typeof accessToken !== 'string')
    throw new VendorError('unavailable', 'The vendor gave no access token.');
  return {
    client,
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    expiresAtMs: typeof seconds === 'number' ? Date.now() + seconds * 1000 : null,
  };
}

async function listChannels(
  endpoints: Endpoints,
  token: string,
  signal: AbortSignal,
): Promise<IntegrationChoice[]> {
  const found: IntegrationChoice[] = [];
  let cursor = '';
  for (let page = 0; page < channelPages; page += 1) {
    const form = {
      types: 'public_channel,private_channel',
      exclude_archived: 'true',
      limit: '200',
      ...(cursor && { cursor }),
    };
    const answer = await callApi(endpoints, 'conversations.list', { token, form, signal });
    for (const channel of Array.isArray(answer['channels']) ? answer['channels'] : []) {
      const { id, name } = channel as { id?: unknown; name?: unknown };
      if (typeof id === 'string' && typeof name === 'string')
        found.push({ id, name: `#${name}`, time_zone: '', is_writable: true });
    }
    const next = (answer['response_metadata'] as { next_cursor?: unknown } | undefined)?.next_cursor;
    if (typeof next !== 'string' || next === '') break;
    cursor = next;
  }
  return found.sort((one, other) => one.name.localeCompare(other.name));
}

const hookChoice: IntegrationChoice = { ...hookChannel, time_zone: '', is_writable: true };

async function connectHook({ hooksRoot }: Endpoints, value: string, signal: AbortSignal) {
  const isAddress = URL.canParse(value) && new URL(value).href.startsWith(`${hooksRoot}/services/`);
  if (!isAddress) throw new VendorError('refused', `This is not an address below ${hooksRoot}/services/.`);
  const accessToken = new URL(value).href;
  const text = 'Connected: this channel will hear how calls went.';
  await postToHook(accessToken, { text }, signal).catch((error: unknown) => {
    if (error instanceof VendorError && ['revoked', 'refused'].includes(error.problem))
      throw new VendorError('refused', 'Slack does not know this address. Please copy it again.');
    throw error;
  });
  return {
    grant: { client: null, accessToken, refreshToken: null, expiresAtMs: null },
    account: 'Incoming webhook',
    settings: firstSettings([hookChannel]),
  };
}

function isHook(token: string): boolean {
  return token.startsWith('http');
}

function firstSettings(channels: MessageSettings['channels']): MessageSettings {
  return {
    kind: 'messages',
    channels,
    outcomes: ['completed', 'appointment_booked', 'callback_requested', 'transferred', 'do_not_call'],
    include_test_calls: false,
    show_full_numbers: false,
  };
}
