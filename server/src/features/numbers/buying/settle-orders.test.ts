import { NumberShopError } from '@parley/carriers/number-shop-error';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import { features } from '../../index.ts';
import { codeOf } from '../testing-numbers.ts';
import { closedAfterMs, givenUpAfterMs, overdueAfterMs } from './settle-orders.ts';
import { BuyingTest, wanted, wantedName } from './testing-buying.ts';

const later = overdueAfterMs + 1_000;

describeOnEachDatabase(
  'Orders of numbers nobody has heard of',
  (suite) => {
    const it = new BuyingTest(suite);
    const { acme, ask, buy, giveBack, list, orders, own, phones, settleAfter, told } = it;
    const titles = async () => (await told()).map(({ title }) => title).sort();

    test('a purchase whose answer is lost comes into the workspace by itself, and is not made twice', async () => {
      acme.losesAnswers = true;
      expect(codeOf(await buy())).toBe('number_order_unanswered');
      expect(await phones()).toEqual([]);
      expect(await orders()).toEqual([`buy ${wanted}`]);
      expect(codeOf(await buy())).toBe('number_already_ordered');
      await settleAfter(overdueAfterMs - 1_000);
      expect(await phones()).toEqual([]);

      await Promise.all([settleAfter(later), settleAfter(later)]);
      expect(await list()).toMatchObject([{ phone: wanted, connection_id: it.connection }]);
      expect(await orders()).toEqual([]);
      expect(acme.asked.filter((asked) => asked.startsWith('buy'))).toHaveLength(1);
      expect(await titles()).toEqual([`${wantedName} is bought`]);
    });

    test('a purchase that a killed process left behind is settled by the next one, either way', async () => {
      // As a process leaves it that dies before the request is out, or before its answer is stored.
      const leave = (phone: string) =>
        suite.database.queries.execute(sql`
          insert into number_orders (id, workspace_id, connection_id, shop_name, kind, e164, created_at)
          values (${`ord_${phone}`}, ${it.user.workspaceId}, ${it.connection}, 'Our acme', 'buy', ${phone},
            ${new Date(it.product.clock.nowMs).toISOString()})`);
      await leave(wanted);
      await leave('+15105550102');
      acme.rented.add(wanted);
      await settleAfter(later);
      expect(await phones()).toEqual([wanted]);
      expect(await orders()).toEqual(['buy +15105550102']);
      await settleAfter(closedAfterMs + 1_000);
      expect(await orders()).toEqual([]);
      expect(await titles()).toEqual([`${wantedName} is bought`, '+1(510)555–0102 was not bought']);
      expect((await buy('+15105550102')).status).toBe(201);
    });

    test('a carrier that cannot be asked keeps orders open for a day; one that was removed closes them', async () => {
      acme.losesAnswers = true;
      await buy();
      acme.refusal = new NumberShopError('away', 'No route to host.');
      await settleAfter(closedAfterMs * 2);
      expect(await orders()).toEqual([`buy ${wanted}`]);
      await settleAfter(givenUpAfterMs + 1_000);
      expect(await orders()).toEqual([]);
      expect((await told())[0]).toMatchObject({
        title: `Nobody knows whether ${wantedName} was bought`,
        text: expect.stringContaining('could not be asked for a day'),
      });

      acme.refusal = undefined;
      await buy('+15105550102');
      await ask('DELETE', `/connections/${it.connection}`);
      await settleAfter(later);
      expect(await orders()).toEqual([]);
      expect((await told()).map(({ text }) => text).join()).toContain('Its connection was removed');
    });

    test('giving back is asked for until the carrier has the number', async () => {
      const number = await own();
      acme.refusal = new Error('socket hang up');
      expect(codeOf(await giveBack(number))).toBe('number_order_unanswered');
      expect(codeOf(await giveBack(number))).toBe('number_already_ordered');
      await settleAfter(later);
      expect([await phones(), await orders()]).toEqual([[wanted], [`give_back ${wanted}`]]);
      acme.refusal = undefined;
      await settleAfter(later);
      expect([await phones(), await orders(), acme.rented.size]).toEqual([[], [], 0]);
      expect(await titles()).toEqual([`${wantedName} is given back`]);
    });

    test('giving back whose answer is lost is over once the carrier lists the number no more', async () => {
      const number = await own();
      acme.losesAnswers = true;
      expect(codeOf(await giveBack(number))).toBe('number_order_unanswered');
      await settleAfter(later);
      expect([await phones(), await orders()]).toEqual([[], []]);
      expect(acme.asked.filter((asked) => asked.startsWith('release'))).toHaveLength(1);
    });

    test('giving back that is refused later is told to people, and the number stays', async () => {
      const number = await own();
      acme.refusal = new Error('socket hang up');
      await giveBack(number);
      acme.refusal = undefined;
      acme.releaseRefusal = new NumberShopError('refused', 'It is being ported.');
      await settleAfter(later);
      expect([await phones(), await orders()]).toEqual([[wanted], []]);
      expect(await told()).toMatchObject([
        {
          title: `${wantedName} was not given back`,
          text: expect.stringContaining('It is being ported.'),
        },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
