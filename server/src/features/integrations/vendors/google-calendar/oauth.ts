import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { boundedFetch } from '../../bounded-fetch.ts';
import { type Grant, type OAuthClient, type OpenVendor, VendorError } from '../../vendor.ts';
import type { Endpoints } from './endpoints.ts';
import { toVendorError } from './failures.ts';

/** The narrowest that list calendars, read when they are busy and write events. */
export const scopes = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.freebusy',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
] as const;

/** Opens the library's client, whose requests are bounded and end with the signal. */
export function openClient(
  endpoints: Endpoints,
  client: OAuthClient | null,
  signal: AbortSignal,
): OAuth2Client {
  return new OAuth2Client({
    ...(client && { clientId: client.clientId, clientSecret: client.clientSecret }),
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authUrl,
      oauth2TokenUrl: endpoints.tokenUrl,
      oauth2RevokeUrl: endpoints.revokeUrl,
    },
    transporterOptions: { fetchImplementation: boundedFetch, signal, retry: false },
  });
}

/** Signing in at the vendor, with PKCE (RFC 7636). */
export function openOAuth(endpoints: Endpoints): OpenVendor['oauth'] {
  const never = new AbortController().signal;
  return {
    authorizeUrl: ({ client, redirectUri, state, codeChallenge }) =>
      openClient(endpoints, client, never).generateAuthUrl({
        redirect_uri: redirectUri,
        // A refresh token is given only when asked for, and again only with a new consent.
        access_type: 'offline',
        prompt: 'consent',
        scope: [...scopes],
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),

    async exchangeCode({ client, redirectUri, code, codeVerifier }, signal) {
      try {
        const { tokens } = await openClient(endpoints, client, signal).getToken({
          code,
          codeVerifier,
          redirect_uri: redirectUri,
        });
        const given = new Set((tokens.scope ?? '').split(' '));
        if (scopes.some((scope) => !given.has(scope)))
          throw new VendorError('refused', 'A permission was not given.');
        if (!tokens.access_token || !tokens.refresh_token)
          throw new VendorError('unavailable', 'The vendor gave no refresh token.');
        return {
          client,
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token,
          expiresAtMs: tokens.expiry_date ?? null,
        };
      } catch (error) {
        throw toVendorError(error, signal);
      }
    },

    async refresh(grant: Grant, signal) {
      const library = openClient(endpoints, grant.client, signal);
      library.setCredentials({ refresh_token: grant.refreshToken });
      try {
        const { credentials } = await library.refreshAccessToken();
        if (!credentials.access_token)
          throw new VendorError('unavailable', 'The vendor gave no access token.');
        return {
          ...grant,
          accessToken: credentials.access_token,
          refreshToken: credentials.refresh_token ?? grant.refreshToken,
          expiresAtMs: credentials.expiry_date ?? null,
        };
      } catch (error) {
        throw toVendorError(error, signal);
      }
    },

    async revoke(grant, signal) {
      try {
        await openClient(endpoints, null, signal).revokeToken(grant.refreshToken ?? grant.accessToken);
      } catch (error) {
        const failure = toVendorError(error, signal);
        // What was revoked before is answered `invalid_token`: it is as it should be.
        if (failure instanceof VendorError && failure.message === 'invalid_token') return;
        throw failure;
      }
    },
  };
}
