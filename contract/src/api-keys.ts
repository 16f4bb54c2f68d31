import { z } from 'zod';
import { idOf } from './ids.ts';
import { route } from './route.ts';

/** Keys a workspace may have in use at once. */
export const apiKeyLimit = 100;

/**
 * `stopped`: whoever made it has left the workspace, and with them what the key may do.
 */
export const ApiKeyState = z.enum(['active', 'expired', 'stopped', 'revoked']);
export type ApiKeyState = z.output<typeof ApiKeyState>;

const Scope = z.string().regex(/^[a-z-]{2,40}:(read|write)$/, 'A scope reads calls:read.');

/** A key of the API as it is shown: the key itself is told once, when it is made. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins and ends, to tell it from others. */
  hint: z.string(),
  scopes: z.array(z.string()),
  state: ApiKeyState,
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

const ApiArea = z.object({
  area: z.string(),
  label: z.string(),
  about: z.string(),
  can: z.array(z.enum(['read', 'write'])),
});

const Name = z.string().trim().min(1, 'Give the key a name.').max(80);
const Scopes = z.array(Scope).min(1, 'Choose at least one thing the key may do.').max(100);
const KeyId = z.object({ id: idOf('apiKey') });

export const apiKeyRoutes = {
  list: route({
    method: 'GET',
    path: '/api-keys',
    summary: 'The keys of the workspace, and the areas a key can be given.',
    tag: 'API keys',
    access: 'manage',
    status: 200,
    answer: z.object({ apiKeys: z.array(ApiKey), areas: z.array(ApiArea) }),
  }),
  create: route({
    method: 'POST',
    path: '/api-keys',
    summary: 'Makes a key. It is told in this answer and never again.',
    tag: 'API keys',
    access: 'manage',
    body: z.object({
      name: Name,
      scopes: Scopes,
      /** Null: until it is revoked. */
      expiresInDays: z.int().min(1).max(3650).nullable().default(null),
    }),
    status: 201,
    answer: z.object({ apiKey: ApiKey, secret: z.string() }),
    errors: ['api_keys_at_limit', 'api_scope_unknown'],
    perMinute: 30,
  }),
  save: route({
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Changes the name of a key or what it may do.',
    tag: 'API keys',
    access: 'manage',
    params: KeyId,
    body: z.object({ name: Name.optional(), scopes: Scopes.optional() }),
    status: 200,
    answer: z.object({ apiKey: ApiKey }),
    errors: ['api_key_not_found', 'api_scope_unknown'],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Revokes a key at once and for ever.',
    tag: 'API keys',
    access: 'manage',
    params: KeyId,
    status: 200,
    answer: z.object({ apiKey: ApiKey }),
    errors: ['api_key_not_found'],
  }),
};
