import { NumberShopError } from '@parley/carriers/number-shop-error';
import type { NumberShop, OfferedNumber } from '@parley/contract/number-shops';
import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import { askApi, openTestProduct, registerUser, type TestUser } from '../../../start/testing-platform.ts';
import { features } from '../../index.ts';
import { codeOf } from '../testing-numbers.ts';
import { BuyingTest, wanted } from './testing-buying.ts';

describeOnEachDatabase(
  'Buying numbers',
  (suite) => {
    const it = new BuyingTest(suite);
    const { acme, ask, buy, connect, giveBack, list, orders, own, phones, search, shops, trail } = it;

    test('[NUM-2] carriers that sell numbers are told, searched with what was wanted, and others are not', async () => {
      const trunk = await connect('trunk', {});
      expect((await shops()).shops).toEqual([
        {
          connection_id: it.connection,
          name: 'Our acme',
          countries: ['US', 'CA'],
          kinds: ['local', 'toll_free'],
        },
      ]);
      const found = await search('?country=US&kind=local&area_code=510&contains=55');
      expect(acme.asked).toEqual(['search US local 510 55']);
      const { numbers } = found.body as { numbers: OfferedNumber[] };
      expect(numbers).toHaveLength(2);
      expect(numbers[0]).toEqual({
        phone: wanted,
        place: 'Oakland, California',
        monthly_price: { amount: '1.15', currency: 'USD' },
      });
      expect((await search('?country=US&kind=local&area_code=999')).body).toEqual({ numbers: [] });
      expect(codeOf(await search('?country=FR&kind=local'))).toBe('number_shop_lacks');
      expect(codeOf(await search('?country=US&kind=mobile'))).toBe('number_shop_lacks');
      expect(codeOf(await search('?country=us&kind=local'))).toBe('input_invalid');
      expect(codeOf(await search('?country=US&kind=local&area_code=5*'))).toBe('input_invalid');
      expect(codeOf(await search(undefined, trunk))).toBe('connection_sells_nothing');
      expect(codeOf(await buy(wanted, trunk))).toBe('connection_sells_nothing');
      expect(codeOf(await buy('not a number'))).toBe('input_invalid');

      const locked = await connect('acme', { key: 'wrong' });
      expect(codeOf(await search(undefined, locked))).toBe('number_shop_key_refused');
      acme.refusal = new Error('socket hang up');
      expect(codeOf(await search())).toBe('number_shop_away');
      expect(acme.asked.filter((asked) => asked.startsWith('buy'))).toEqual([]);
    });

    test('[NUM-2] a number that is bought is the workspace’s at once, with its carrier, and can be given agents', async () => {
      const bought = await buy();
      expect(bought.status).toBe(201);
      const { data } = bought.body as { data: PhoneNumber };
      expect(data).toMatchObject({ phone: wanted, connection_id: it.connection, inbound_agent_id: null });
      expect(Date.parse(data.bought_at ?? '')).toBeGreaterThan(0);
      expect(await list()).toEqual([data]);
      expect(await orders()).toEqual([]);
      expect(await trail()).toEqual(['number.ordered', 'number.bought']);
      expect(codeOf(await buy())).toBe('number_taken');
      const save = { inbound_agent_id: null, outbound_agent_id: null, name: 'Sales' };
      expect((await ask('PUT', `/phone-numbers/${data.id}`, save)).status).toBe(200);
      // Its carrier lists it too, and nothing changes.
      const listed = { workspaceId: it.user.workspaceId, connectionId: it.connection, e164: wanted };
      const { numbers } = it.product.features;
      expect(await numbers.adoptNumbers(suite.database.queries, [listed])).toBe(0);
    });

    test('a number that its carrier lists before the answer is stored is the bought one all the same', async () => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      acme.held = promise;
      const rival = await registerUser(it.product, 'same-account@example.com');
      const theirs = await connect('acme', { key: 'right' }, rival);
      const buying = buy();
      await expect.poll(() => acme.asked).toHaveLength(1);
      // Two workspaces share the account: the one that did not order it looks first.
      await it.product.features.numbers.adoptNumbers(suite.database.queries, [
        { workspaceId: rival.workspaceId, connectionId: theirs, e164: wanted },
      ]);
      release();
      expect((await buying).status).toBe(201);
      expect(await list()).toMatchObject([{ phone: wanted, connection_id: it.connection }]);
      expect((await list())[0]?.bought_at).not.toBeNull();
    });

    test('a number whose connection is removed while it is bought does not come here, and that is told', async () => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      acme.held = promise;
      const buying = buy();
      await expect.poll(() => acme.asked).toHaveLength(1);
      await ask('DELETE', `/connections/${it.connection}`);
      release();
      const answer = await buying;
      expect(codeOf(answer)).toBe('number_bought_homeless');
      expect((answer.body as { message: string }).message).toContain('look at it in your account');
      expect([await phones(), await orders()]).toEqual([[], []]);
    });

    test('a number is bought once, however many want it at the same time', async () => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      acme.held = promise;
      const clicks = [buy(), buy(), buy()];
      await expect.poll(() => acme.asked).toHaveLength(1);
      expect(await orders()).toEqual([`buy ${wanted}`]);
      const stranger = await registerUser(it.product, 'rival@example.com');
      const theirs = await connect('acme', { key: 'right' }, stranger);
      expect(codeOf(await buy(wanted, theirs, stranger))).toBe('number_already_ordered');
      release();
      const answers = await Promise.all(clicks);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(acme.asked).toEqual([`buy ${wanted}`]);
      expect(await phones()).toEqual([wanted]);
    });

    test('what the carrier refuses is told in its words, closes the order, and may be tried again', async () => {
      acme.refusal = new NumberShopError('refused', 'Your balance is too low.');
      const refused = await buy();
      expect([refused.status, codeOf(refused)]).toEqual([422, 'number_shop_refused']);
      expect((refused.body as { message: string }).message).toBe(
        'Our acme refused: Your balance is too low.',
      );
      for (const [failure, code] of [
        ['not_offered', 'number_no_longer_offered'],
        ['key_refused', 'number_shop_key_refused'],
        ['away', 'number_shop_away'],
      ] as const) {
        acme.refusal = new NumberShopError(failure, 'No.');
        expect(codeOf(await buy())).toBe(code);
      }
      expect(await orders()).toEqual([]);
      expect(await phones()).toEqual([]);
      acme.refusal = undefined;
      expect((await buy()).status).toBe(201);
    });

    test('a bought number is given back, which ends its costs; what was not bought cannot be', async () => {
      const number = await own();
      expect((await giveBack(number)).status).toBe(200);
      expect(acme.rented.size).toBe(0);
      expect(await phones()).toEqual([]);
      expect((await trail()).slice(2)).toEqual(['number.give-back-ordered', 'number.given-back']);
      expect(codeOf(await giveBack(number))).toBe('number_not_found');
      // What its carrier told a moment ago does not bring it back; buying it again does.
      const { adoptNumbers } = it.product.features.numbers;
      const listed = { workspaceId: it.user.workspaceId, connectionId: it.connection, e164: wanted };
      expect(await adoptNumbers(suite.database.queries, [listed])).toBe(0);
      expect((await buy()).status).toBe(201);
      await adoptNumbers(suite.database.queries, [{ ...listed, e164: '+15105550102' }]);
      const other = (await list()).find(({ phone }) => phone === '+15105550102');
      expect(other?.bought_at).toBeNull();
      expect(codeOf(await giveBack(other!))).toBe('number_not_bought');

      acme.refusal = new NumberShopError('refused', 'It is being ported.');
      const again = (await list()).find(({ phone }) => phone === wanted);
      expect(codeOf(await giveBack(again!))).toBe('number_shop_refused');
      expect([await phones(), await orders()]).toEqual([[wanted, '+15105550102'], []]);
    });

    test('a bought number that comes back with its account can still be given back', async () => {
      await own();
      await buy('+15105550102');
      await giveBack((await list())[1]!);
      await ask('DELETE', `/connections/${it.connection}`);
      expect(await phones()).toEqual([]);
      const connectionId = await connect('acme', { key: 'right' });
      const { workspaceId } = it.user;
      await it.product.features.numbers.adoptNumbers(
        suite.database.queries,
        [wanted, '+15105550102', '+15105550103'].map((e164) => ({ workspaceId, connectionId, e164 })),
      );
      const numbers = await list();
      expect(numbers.filter((each) => each.bought_at !== null).map(({ phone }) => phone)).toEqual([wanted]);
      expect((await giveBack(numbers.find(({ phone }) => phone === wanted)!)).status).toBe(200);
      expect(acme.rented.size).toBe(0);
    });

    test('the limit of a workspace counts what is being bought', async () => {
      await suite.database.queries.execute(sql`
        insert into phone_numbers (id, workspace_id, e164, name)
        select 'num_limit' || n, ${it.user.workspaceId}, '+1999' || (1000000 + n), 'Line'
        from generate_series(1, 999) n`);
      acme.losesAnswers = true;
      await buy();
      expect(codeOf(await buy('+15105550102'))).toBe('numbers_at_limit');
      expect(acme.asked).toEqual([`buy ${wanted}`]);
    });

    test('the operator’s carrier sells to the oldest workspace alone', async () => {
      const stranger = await registerUser(it.product, 'later@example.com');
      const other = await openTestProduct(suite.database, {
        environment: { ACME_KEY: 'right' },
        features: { vendors: { providers: [], carriers: [acme.carrier] } },
      });
      const listAs = async ({ token }: TestUser) => {
        const { body } = await askApi(other, 'GET', '/number-shops', { token });
        return (body as { shops: NumberShop[] }).shops.map((each) => each.connection_id);
      };
      expect(await listAs(it.user)).toEqual([it.connection, 'environment:acme']);
      expect(await listAs(stranger)).toEqual([]);
      const buyAs = ({ token }: TestUser) =>
        askApi(other, 'POST', '/number-shops/environment:acme/numbers', { token, body: { phone: wanted } });
      expect(codeOf(await buyAs(stranger))).toBe('connection_not_found');
      const bought = (await buyAs(it.user)).body as { data: PhoneNumber };
      expect(bought.data.connection_id).toBe('environment:acme');
      await other.close();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
