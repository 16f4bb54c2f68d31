import { scopeOf } from '@parley/contract/api-areas';
import { type ErrorCode, errors } from '@parley/contract/errors';
import { type Permission, Role, roleMay } from '@parley/contract/roles';
import type { Route } from '@parley/contract/route';
import {
  WorkspaceEvent,
  type WorkspaceEventType,
  workspaceEventLabels,
} from '@parley/contract/workspace-events';
import { z } from 'zod';
import { apiPrefix } from './mount-route.ts';

type Json = Record<string, unknown>;

/** Makes the OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of the calls that are served. */
export function describeApi(options: {
  routes: readonly Route[];
  productName: string;
  publicUrl: string;
}): Json {
  const paths: Record<string, Json> = {};
  for (const route of options.routes) {
    const path = apiPrefix + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${options.productName} API`, version: '1' },
    servers: [{ url: options.publicUrl }],
    tags: [...new Set(options.routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: describeEvents(),
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'parley.session_token' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key made under API Keys, as `Authorization: Bearer pky_...`. It needs the scope a call names, and may do at most what its maker may do.',
        },
      },
    },
  };
}

/** What webhooks are sent, by type of event (OpenAPI 3.1.1, the field `webhooks`). */
function describeEvents(): Record<string, Json> {
  return Object.fromEntries(
    WorkspaceEvent.options.map((event) => {
      const type = event.shape.type.value;
      const body = z.object({
        id: z.string().describe('The same in every try; also the header `webhook-id`.'),
        type: event.shape.type,
        timestamp: z.iso.datetime().describe('When it happened.'),
        data: event.shape.data,
      });
      return [type, { post: describeEvent(type, json(toSchema(body, 'output'))) }];
    }),
  );
}

function describeEvent(type: WorkspaceEventType, content: Json): Json {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description,
  });
  return {
    operationId: `on.${type}`,
    summary: workspaceEventLabels[type],
    description:
      'Sent to every webhook that chose it, at least once and in no promised order. Any 2xx within 15 seconds means received.',
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'The same for repeats of one event.'),
      header('webhook-timestamp', 'Seconds since 1970 when this try was made.'),
      header(
        'webhook-signature',
        'As Standard Webhooks says: `v1,` and the HMAC-SHA256 in base64; two while a secret changes.',
      ),
    ],
    requestBody: { required: true, content },
    responses: { '2XX': { description: 'Received.' }, '410': { description: 'Switches the webhook off.' } },
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: {
      type: 'object',
      required: ['kind', 'code', 'message'],
      properties: {
        kind: { type: 'string', enum: [...new Set(Object.values(errors).map((row) => row.kind))] },
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        requestId: { type: 'string' },
      },
    },
    message: { type: 'string' },
  },
};

function describeRoute(route: Route): Json {
  const answer = route.status === 204 ? {} : { content: json(toSchema(route.answer, 'output')) };
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: security(route),
    ...(route.access !== 'public' && { description: describeAccess(route, route.access) }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && { requestBody: { required: true, content: json(toSchema(route.body, 'input')) } }),
    ...(route.upload && { requestBody: { required: true, content: uploadContent } }),
    responses: { [route.status]: { description: 'Success', ...answer }, ...failures(route) },
  };
}

const uploadContent: Json = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      // A part without a content encoding is bytes (OpenAPI 3.1.1, Considerations for File Uploads).
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  },
};

/** What stands in a requirement's list are the scopes it asks for (OpenAPI 3.1.1, Security Requirement Object). */
function security(route: Route): Json[] {
  if (route.access === 'public') return [];
  const scope = scopeOf(route);
  return [{ session: [] }, { bearer: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])];
}

/** Who may make the call, in words. */
function describeAccess(route: Route, permission: Permission): string {
  const roles = Role.options.filter((role) => roleMay(role, permission));
  const scope = scopeOf(route);
  const forKeys = scope === null ? 'Not open to API keys.' : `API keys need the scope \`${scope}\`.`;
  return roles.length === Role.options.length ? forKeys : `Needs the role ${roles.join(' or ')}. ${forKeys}`;
}

/** `GET /voice-agent/{id}` becomes `getVoiceAgentById`. */
function operationId(route: Route): string {
  const words = route.path
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[/-]/)
    .filter(Boolean);
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return route.method.toLowerCase() + capitalised.join('');
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The errors a call can answer, by status. */
function failures(route: Route): Record<string, Json> {
  const codes = new Set<ErrorCode>([...(route.errors ?? []), 'too_many_requests', 'unexpected']);
  if (route.access !== 'public') {
    codes.add('not_signed_in').add('api_key_invalid');
    codes.add(scopeOf(route) === null ? 'api_key_not_for_this' : 'api_key_lacks_scope');
    if (route.access !== 'signed-in') codes.add('not_allowed');
  }
  if (route.upload) codes.add('upload_expected').add('upload_too_large').add('upload_broken_off');
  if (route.params || route.query || route.body) codes.add('input_invalid');
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
