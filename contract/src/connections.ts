import { z } from 'zod';
import { idOf } from './ids.ts';
import { route } from './route.ts';

/** A saved account at a provider or carrier. Secrets never leave the server: they read `null` here. */
export const Connection = z.object({
  id: z.string(),
  kind: z.enum(['provider', 'carrier']),
  vendor: z.string(),
  name: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** Names of secret settings that are set. */
  secretsSet: z.array(z.string()),
  /** `environment`: set by the operator, cannot be changed here; `found`: a program found on this machine; `included`: works without an account. */
  source: z.enum(['workspace', 'environment', 'found', 'included']),
  offers: z.array(z.enum(['speech-to-text', 'text-to-speech', 'language-model', 'embedding', 'calls'])),
  createdAt: z.string(),
});
export type Connection = z.output<typeof Connection>;

/** A vendor one can connect: its settings form is drawn from the JSON schema. */
export const Vendor = z.object({
  id: z.string(),
  kind: z.enum(['provider', 'carrier']),
  name: z.string(),
  /** What connecting it does, in a sentence or two; empty where its form says enough. */
  about: z.string(),
  settingsSchema: z.record(z.string(), z.unknown()),
  offers: z.array(z.string()),
});
export type Vendor = z.output<typeof Vendor>;

/** What came of trying one part of a provider as a call would use it. */
export const PartTest = z.object({
  part: z.enum(['speech-to-text', 'text-to-speech', 'language-model', 'embedding']),
  is_working: z.boolean(),
  took_ms: z.number(),
  /** In plain words: what it did, or why it does not work. */
  message: z.string(),
});
export type PartTest = z.output<typeof PartTest>;

/** How a carrier's connection, such as a trunk, does now. */
export const ConnectionStatus = z.object({
  connection_id: z.string(),
  /** `registered`: it rings us where we registered; `reachable`: it answers; `checking`: nothing is known yet. */
  state: z.enum(['registered', 'reachable', 'failing', 'checking']),
  /** In plain words: why it fails, or what can be done with it now. */
  detail: z.string(),
  /** When a process with phone lines last told of it. */
  checked_at: z.string().nullable(),
});
export type ConnectionStatus = z.output<typeof ConnectionStatus>;

const ConnectionId = z.object({ id: idOf('connection') });
const Settings = z.record(z.string().max(100), z.unknown());

export const connectionRoutes = {
  listVendors: route({
    method: 'GET',
    path: '/vendors',
    summary: 'The providers and carriers that can be connected.',
    tag: 'Connections',
    access: 'signed-in',
    status: 200,
    answer: z.object({ vendors: z.array(Vendor) }),
  }),
  list: route({
    method: 'GET',
    path: '/connections',
    summary: 'Connected providers and carriers, in the order calls choose them.',
    tag: 'Connections',
    access: 'signed-in',
    status: 200,
    answer: z.object({ connections: z.array(Connection) }),
  }),
  states: route({
    method: 'GET',
    path: '/connections/states',
    summary: 'How the connections at carriers do now: registered, reachable, or why not.',
    tag: 'Connections',
    access: 'signed-in',
    status: 200,
    answer: z.object({ states: z.array(ConnectionStatus) }),
  }),
  create: route({
    method: 'POST',
    path: '/connections',
    summary: 'Connects a provider or carrier. Secrets are stored encrypted.',
    tag: 'Connections',
    access: 'manage',
    body: z.object({
      vendor: z.string().min(1).max(50),
      name: z.string().trim().min(1).max(100),
      settings: Settings,
    }),
    status: 201,
    answer: z.object({ connection: Connection }),
    errors: ['vendor_not_found', 'connection_settings_invalid'],
  }),
  save: route({
    method: 'PUT',
    path: '/connections/{id}',
    summary: 'Changes a connection of the workspace. A secret that is null or left out stays as it is.',
    tag: 'Connections',
    access: 'manage',
    params: ConnectionId,
    body: z.object({ name: z.string().trim().min(1).max(100), settings: Settings }),
    status: 200,
    answer: z.object({ connection: Connection }),
    errors: ['connection_not_found', 'vendor_not_found', 'connection_settings_invalid'],
  }),
  test: route({
    method: 'POST',
    path: '/connections/{id}/test',
    summary:
      'Tries every part of a connected provider as a call would use it, which costs its account next to nothing.',
    tag: 'Connections',
    access: 'manage',
    params: ConnectionId,
    status: 200,
    answer: z.object({ parts: z.array(PartTest) }),
    errors: ['connection_not_found', 'connection_not_testable'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'Removes a connection of the workspace, and the numbers that came with it.',
    tag: 'Connections',
    access: 'manage',
    params: ConnectionId,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['connection_not_found'],
  }),
};
