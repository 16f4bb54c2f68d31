import type { CallDetail, CallLog } from '@parley/contract/calls';
import type { Product } from './product.ts';

/** Speaks to the product's API as a script would: with a bearer token. */
export class ApiClient {
  readonly #base: string;
  readonly token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.token = token;
  }

  /** Signs in; the demo user of local mode unless told. */
  static async open(product: Product, signIn = product.signIn): Promise<ApiClient> {
    const answer = await fetch(`${product.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signIn),
    });
    if (answer.status !== 201) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return new ApiClient(`${product.url}/api/v1`, token);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** The answer's JSON; throws what the API said when it is no success. */
  async get<Answer>(path: string): Promise<Answer> {
    const answer = await this.send('GET', path);
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async listCalls(): Promise<CallLog[]> {
    return (await this.get<{ data: CallLog[] }>('/call-logs?page=1')).data;
  }

  async getCall(id: string): Promise<CallDetail> {
    return (await this.get<{ call: CallDetail }>(`/calls/${id}`)).call;
  }

  /** The id of the agent whose name contains the words. */
  async findAgentId(words: string): Promise<string> {
    const { agents } = await this.get<{ agents: { agent_uuid: string; agent_name: string }[] }>(
      '/voice-agent',
    );
    const agent = agents.find((each) => each.agent_name.includes(words));
    if (!agent) throw new Error(`There is no agent called ${words}.`);
    return agent.agent_uuid;
  }

  /** Rings a number with an agent; returns the id of the call. */
  async placeTestCall(toNumber: string, agentWords = 'reception'): Promise<string> {
    const agentId = await this.findAgentId(agentWords);
    const answer = await this.send('POST', '/agent/test-call', { to_number: toNumber, agent_id: agentId });
    if (!answer.ok) throw new Error(`The test call was refused: ${await answer.text()}`);
    return ((await answer.json()) as { call_id: string }).call_id;
  }

  /** Waits until a call fulfils the condition: the one named, the newest from a number, or the newest of all. */
  async waitForCall(
    isGood: (call: CallDetail) => boolean,
    options: { id?: string; fromNumber?: string; timeoutMs?: number } = {},
  ): Promise<CallDetail> {
    const { fromNumber } = options;
    const isMeant = (call: CallLog) => fromNumber === undefined || call.from_number === fromNumber;
    const deadline = Date.now() + (options.timeoutMs ?? 20_000);
    let last: CallDetail | undefined;
    while (Date.now() < deadline) {
      const id = options.id ?? (await this.listCalls()).find(isMeant)?.id;
      last = id === undefined ? undefined : await this.getCall(id);
      if (last && isGood(last)) return last;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`No call became as expected; the last was ${JSON.stringify(last)}`);
  }

  /** The recording's bytes. */
  async readRecording(
    callId: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; bytes: Buffer }> {
    const answer = await this.send('GET', `/calls/${callId}/recording`, undefined, headers);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
}
