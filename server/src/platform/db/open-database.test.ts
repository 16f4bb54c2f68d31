import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from './testing.ts';

describeOnEachDatabase('A database', (test) => {
  it('answers', async () => {
    expect(await test.database.isReady()).toBe(true);
    const { rows } = await test.database.queries.execute(sql`select 1 + ${1}::int as two`);
    expect(rows).toEqual([{ two: 2 }]);
  });
});
