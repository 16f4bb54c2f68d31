import type { ApiScope } from '@parley/contract/api-areas';
import type { Permission, Role } from '@parley/contract/roles';
import type { Route, RouteInput, RouteResult } from '@parley/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UploadedFile } from './take-upload.ts';

/** Who asks: a signed-in user in a workspace, or a program with an API key. */
export type Identity = {
  userId: string;
  email: string;
  workspaceId: string;
  role: Role;
  sessionId: string;
  /** The API key a program came with; the rest then speaks of whoever made it, and `sessionId` is the key's id. */
  apiKey?: { id: string; name: string; scopes: ReadonlySet<string> };
};

/**
 * Given by the features: reads cookie or bearer token; null when neither is good. Throws for an API key that is not;
 * the reply is told when to come back.
 */
export type Authenticate = (request: FastifyRequest, reply?: FastifyReply) => Promise<Identity | null>;

/** What a handler knows besides its input. `identity` is null on public routes without a session. */
export type RequestContext = {
  identity: Identity | null;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * Writes the file of a route with `upload` to the disk; it is removed after the answer unless it was moved away.
   * Throws errors of the catalogue.
   */
  takeUpload(): Promise<UploadedFile>;
};
export type SignedInContext = RequestContext & { identity: Identity };

/** The context a route's handler gets: signed in unless the route is public. */
export type ContextOf<R extends Route> = R['access'] extends 'public' ? RequestContext : SignedInContext;

export type RouteHandler<R extends Route> = (
  input: RouteInput<R>,
  context: ContextOf<R>,
) => Promise<RouteResult<R>>;

/** Who may open a stream, and the scope with which a program's API key may too; without one, none may. */
export type StreamAccess = { access: Permission; scope?: ApiScope };

/** A GET below /api/v1 that answers other than JSON. */
export type MountedStream = StreamAccess & { path: string };

/** A WebSocket of somebody signed in. What comes before somebody listens is kept. */
export interface UserSocket {
  /** What was sent and has not left yet, in bytes. */
  readonly unsentBytes: number;
  send(message: Uint8Array | string): void;
  /** One listener; binary messages come as bytes, others as text. */
  onMessage(listener: (message: Uint8Array | string) => void): void;
  /** Told once, at once where it has closed already. */
  onClose(listener: () => void): void;
  /** May be called twice. Codes: RFC 6455 section 7.4. */
  close(code: number, reason: string): void;
}

/** Who opens a socket; there is no answer to write. */
export type SocketContext = Omit<SignedInContext, 'reply' | 'takeUpload'>;

export type SocketRoute = StreamAccess & {
  /** Below /api/v1; writes parameters as `{id}`. */
  path: string;
  /** Throws where there is nothing to open: the request is answered with the error, and no socket opens. */
  admit: (context: SocketContext) => void | Promise<void>;
  onOpen: (context: SocketContext, socket: UserSocket) => void;
};

/** What a machine of another company sends; whoever is given it checks the signature. */
export type Webhook = {
  params: Record<string, string>;
  /** Path and query as they were asked for. */
  pathAndQuery: string;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  body: string;
};

/** Errors of the catalogue are answered as everywhere. */
export type WebhookHandler = (
  webhook: Webhook,
) => Promise<{ status: number; contentType?: string; body?: string }>;

export type NetworkSocketRoute = {
  /** Throws where nobody awaits it: the request is answered with the error, and no socket opens. */
  admit: (params: Record<string, string>) => void;
  onOpen: (params: Record<string, string>, socket: UserSocket) => void;
};

export interface HttpServer {
  readonly fastify: FastifyInstance;
  /** Mounts a call of the contract below /api/v1: validated in and out, access held, errors by the catalogue. */
  mount<const R extends Route>(route: R, handler: RouteHandler<R>): void;
  /**
   * Mounts a GET below /api/v1 that answers other than JSON (a recording, the live feed), with the same
   * session, access and error rules. `path` writes parameters as `{id}`.
   */
  mountStream(
    path: string,
    options: StreamAccess,
    handler: (context: SignedInContext) => Promise<FastifyReply | undefined>,
  ): void;
  /** Mounts a WebSocket below /api/v1, for pages of our own and programs that bring a bearer. */
  mountSocket(route: SocketRoute): void;
  /**
   * Mounts a POST below /api/v1 for machines of other companies, whose bodies are forms, without session or origin: the
   * handler proves who sent it. Served by processes without the role `api` too.
   */
  mountWebhook(path: string, handler: WebhookHandler): void;
  /** Mounts a WebSocket below /api/v1 for machines of other companies, in the same way. */
  mountNetworkSocket(path: string, route: NetworkSocketRoute): void;
  /** What is mounted, for tests that hold each of them against the list of the contract. */
  readonly mounted: {
    readonly routes: readonly Route[];
    readonly streams: readonly MountedStream[];
    /** Everything that answers, however it was mounted: `GET /api/v1/calls/:id`. */
    readonly urls: readonly string[];
  };
  /** A dependency for /readyz. */
  addReadiness(name: string, isReady: () => Promise<boolean>): void;
}
