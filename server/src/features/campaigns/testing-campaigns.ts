import type { Campaign, Contact } from '@parley/contract/campaigns';
import type { Database } from '../../platform/db/database.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';

/** What tests of campaigns ask: the API as one user, with real files. */
export type CampaignTests = Awaited<ReturnType<typeof openCampaignTests>>;

/** A product with one user who has an agent, a number, and the words to ask for campaigns. */
export async function openCampaigns(db: Database) {
  const product = await openTestProduct(db);
  const user = await registerUser(product, 'campaigns@example.com');
  return { product, user, tests: await openCampaignTests(product, user) };
}

/** Gives a test product a storage, an agent and a number, and the words to ask for campaigns. */
export async function openCampaignTests(product: TestProduct, user: TestUser) {
  const { platform, features } = product;
  const { db, storage, config } = platform;
  Object.assign(storage, await openStorage({ s3: undefined, dataDir: config.dataDir }));
  const { workspaceId, token } = user;
  const agentId = await features.agents.insertReadyAgent(db.queries, {
    workspaceId,
    type: 'outbound',
    name: 'Reminder',
    prompt: 'Remind {first_name} of the appointment on {appointment_day}.',
    welcomeText: 'Hello {first_name}, this is about {appointment_day}.',
  });
  const number = await features.numbers.insertNumber(db.queries, {
    workspaceId,
    e164: '+14155550170',
    inboundAgentId: agentId,
  });
  const ask = (method: string, path: string, body?: unknown) =>
    askApi(product, method, path, { token, ...(body !== undefined && { body }) });
  const upload = async (
    bytes: string | Buffer,
    name = 'people.csv',
  ): Promise<{ status: number; body: never }> =>
    await askApi(product, 'POST', '/uploads', {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: Buffer.concat([
        Buffer.from(`--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n--edge--\r\n'),
      ]),
    });
  const uploadUrl = async (bytes: string | Buffer, name?: string): Promise<string> =>
    ((await upload(bytes, name)).body as { secure_url: string }).secure_url;
  const bodyOf = async (csv: string | Buffer, more: object = {}) => ({
    campaign_name: 'Spring',
    agent_uuid: agentId,
    phone_number_id: number.id,
    field_mappings: { phone: 'phone_number', first: 'first_name', day: 'appointment_day' },
    csv_url: await uploadUrl(csv),
    ...more,
  });
  const campaignOf = (answer: { body: never }) => (answer.body as { campaign: Campaign }).campaign;
  return {
    agentId,
    numberId: number.id,
    ask,
    upload,
    uploadUrl,
    bodyOf,
    campaignOf,
    /** A campaign whose file has been read. */
    async create(csv: string | Buffer, more: object = {}): Promise<Campaign> {
      const answer = await ask('POST', '/campaigns/create-campaign', await bodyOf(csv, more));
      if (answer.status !== 201) throw new Error(`The campaign was answered ${JSON.stringify(answer.body)}`);
      await product.runJobs();
      return campaignOf(await ask('GET', `/campaigns/${campaignOf(answer).id}`));
    },
    load: async (id: string): Promise<Campaign> => campaignOf(await ask('GET', `/campaigns/${id}`)),
    listContacts: async (id: string, query = ''): Promise<Contact[]> =>
      ((await ask('GET', `/campaigns/${id}/contacts${query}`)).body as { contacts: Contact[] }).contacts,
  };
}

/** The code of an error's answer. */
export function codeOf(answer: { body: never }): string | undefined {
  return (answer.body as { error?: { code: string } }).error?.code;
}
