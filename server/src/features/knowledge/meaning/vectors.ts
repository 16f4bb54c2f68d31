import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';

/** Passages without a vector of the model, and what is embedded of them. */
export type PassageToEmbed = { id: string; title: string; text: string };
export type RankedPassage = { id: string; score: number };

/** Any constant number will do, as long as every process of the product takes the same. */
const lockKey = 7_270_548;
/**
 * What is less like the question, as the cosine of the angle between both, is left out: texts about different things lie
 * below 0.2 with the usual models.
 */
const leastSimilarity = 0.25;
/** So many passages are compared exactly: those whose numbers have most signs in common with the question's. */
const nearLimit = 200;

/**
 * The vectors of passages, kept by pgvector. Its table is made when it is first needed: a PostgreSQL without the
 * extension, or a user who may not install it, then costs nothing but the search by meaning.
 */
export class Vectors {
  readonly #db: Database;
  readonly #log: Log;
  #ready: Promise<boolean> | undefined;

  constructor(options: { db: Database; log: Log }) {
    this.#db = options.db;
    this.#log = options.log;
  }

  /** Whether the database can keep vectors. Says so once in the log where it cannot. */
  async isAvailable(): Promise<boolean> {
    this.#ready ??= this.#db.transaction(createTable).then(
      () => true,
      (error: unknown) => {
        this.#log.warn('The database has no pgvector: knowledge is found by its words alone.', {
          error: String((error as { cause?: unknown }).cause ?? error),
        });
        return false;
      },
    );
    return await this.#ready;
  }

  /** Passages of a knowledge base that have no vector of this model, in their order. */
  async listMissing(knowledgeBaseId: string, model: string, limit: number): Promise<PassageToEmbed[]> {
    const { rows } = await this.#db.queries.execute<PassageToEmbed>(sql`
      select p.id, p.title, p.text from knowledge_passages p
      where p.knowledge_base_id = ${knowledgeBaseId} and not exists (
        select 1 from knowledge_vectors v where v.passage_id = p.id and v.model = ${model})
      order by p.item_id, p.position
      limit ${limit}`);
    return rows;
  }

  /** Keeps vectors in the place of older ones; those of passages that are gone are dropped. */
  async save(model: string, vectors: readonly { id: string; vector: readonly number[] }[]): Promise<void> {
    const rows = JSON.stringify(vectors.map(({ id, vector }) => ({ id, vector: write(vector) })));
    await this.#db.queries.execute(sql`
      insert into knowledge_vectors (passage_id, knowledge_base_id, model, vector)
      select p.id, p.knowledge_base_id, ${model}, given.vector::halfvec
      from jsonb_to_recordset(${rows}::jsonb) as given (id text, vector text)
      join knowledge_passages p on p.id = given.id
      on conflict (passage_id) do update set model = excluded.model, vector = excluded.vector`);
  }

  /** The passages that lie nearest to a question, best first, with the cosine of the angle between them. */
  async rank(given: {
    knowledgeBaseIds: readonly string[];
    model: string;
    vector: readonly number[];
    limit: number;
  }): Promise<RankedPassage[]> {
    const bases: SQL = sql.join(
      given.knowledgeBaseIds.map((id) => sql`${id}`),
      sql`, `,
    );
    const { rows } = await this.#db.queries.execute<RankedPassage>(sql`
      with asked as materialized (
        select given.vector, binary_quantize(given.vector) as bits
        from (select ${write(given.vector)}::halfvec as vector) given),
      near as materialized (
        select v.passage_id, v.vector from knowledge_vectors v, asked
        where v.knowledge_base_id in (${bases}) and v.model = ${given.model}
        order by v.bits <~> asked.bits, v.passage_id
        limit ${nearLimit})
      select near.passage_id as id, 1 - (near.vector <=> asked.vector) as score from near, asked
      order by score desc, near.passage_id
      limit ${given.limit}`);
    return rows.filter(({ score }) => score >= leastSimilarity);
  }
}

/**
 * Half precision costs no found passage and half the space. The signs alone stand beside each row and are read for all of
 * them; the vectors lie apart (`external`) and are read for the nearest only: a tenth of the time
 * (https://github.com/pgvector/pgvector, Binary Quantization).
 */
async function createTable(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
  await tx.execute(sql`create extension if not exists vector`);
  await tx.execute(sql`
    create table if not exists knowledge_vectors (
      passage_id text collate "C" primary key references knowledge_passages (id) on delete cascade,
      knowledge_base_id text collate "C" not null,
      model text not null,
      vector halfvec not null
    )`);
  await tx.execute(sql`
    alter table knowledge_vectors
      alter column vector set storage external,
      add column if not exists bits varbit generated always as (binary_quantize(vector)) stored`);
  await tx.execute(
    sql`create index if not exists knowledge_vectors_by_base on knowledge_vectors (knowledge_base_id, model)`,
  );
}

const write = (vector: readonly number[]): string => `[${vector.join(',')}]`;
