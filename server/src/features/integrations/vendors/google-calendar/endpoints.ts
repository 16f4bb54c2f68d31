/** Where the vendor is. Its own addresses, unless the environment leads elsewhere: to a stand-in, or a gateway. */
export type Endpoints = { authUrl: string; tokenUrl: string; revokeUrl: string; apiRoot: string };

/** https://developers.google.com/identity/protocols/oauth2/web-server and the API's discovery document. */
export function readEndpoints(environment: Readonly<Record<string, string | undefined>>): Endpoints {
  return {
    authUrl: environment['GOOGLE_AUTH_URL'] || 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: environment['GOOGLE_TOKEN_URL'] || 'https://oauth2.googleapis.com/token',
    revokeUrl: environment['GOOGLE_REVOKE_URL'] || 'https://oauth2.googleapis.com/revoke',
    apiRoot: `${(environment['GOOGLE_API_ROOT'] || 'https://www.googleapis.com').replace(/\/+$/, '')}/`,
  };
}
