import { type ErrorCode, errors } from '@parley/contract/errors';
import type { Route } from '@parley/contract/route';
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
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'parley.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
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
    security: route.access === 'public' ? [] : [{ session: [] }, { bearer: [] }],
    ...(route.access === 'edit' && { description: 'Needs the role owner, admin or editor.' }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && { requestBody: { required: true, content: json(toSchema(route.body, 'input')) } }),
    responses: { [route.status]: { description: 'Success', ...answer }, ...failures(route) },
  };
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
  if (route.access !== 'public') codes.add('not_signed_in');
  if (route.access === 'edit') codes.add('not_allowed');
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
