import type { Queries } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findWorkspaceOfBase, listBaseIdsByWorkspace } from '../queries.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { Vectors } from './vectors.ts';

/** Job that gives the passages of a knowledge base the vectors they lack. */
export const embedBaseJob = 'knowledge.embed-base';
/** Job that looks for passages without vectors in every knowledge base: a model was connected, or changed. */
export const embedAllJob = 'knowledge.embed-all';
/** Every hour: a model may have come by the environment of a new start. */
export const embedAllCron = '23 * * * *';

type Meaning = { vectors: Vectors; questions: QuestionVectors };

const passagesAtOnce = 64;
const requestMs = 60_000;

/**
 * Asks the workspace's model for the vectors of all passages that have none of it. Rejects when the model does not answer:
 * the job is tried again, and goes on where it ended.
 */
export async function embedBase(
  { db }: Pick<Platform, 'db'>,
  { vectors, questions }: Meaning,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> {
  const workspaceId = await findWorkspaceOfBase(db.queries, knowledgeBaseId);
  const embedding = workspaceId && (await questions.findModel(workspaceId));
  if (!embedding || !(await vectors.isAvailable())) return;
  while (true) {
    const passages = await vectors.listMissing(knowledgeBaseId, embedding.model, passagesAtOnce);
    if (passages.length === 0) return;
    const texts = passages.map(({ title, text }) => `${title}\n${text}`);
    const answers = await embedding.embed(texts, AbortSignal.timeout(requestMs));
    await vectors.save(
      embedding.model,
      passages.map(({ id }, at) => ({ id, vector: answers[at]! })),
    );
    // Another model was chosen meanwhile: its own job goes on, and both would undo each other's work.
    if ((await questions.findModel(workspaceId))?.model !== embedding.model) return;
  }
}

/** Passages of a knowledge base have changed. One job waits at most, and it takes all there are when it runs. */
export async function enqueueEmbedding(
  jobs: Jobs,
  queries: Queries,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> {
  await jobs.enqueue(queries, embedBaseJob, { knowledgeBaseId }, { singletonKey: knowledgeBaseId });
}

/** Enqueues the job of each knowledge base whose workspace has a model. */
export async function embedAll(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  { questions }: Meaning,
): Promise<void> {
  questions.forget();
  for (const [workspaceId, ids] of await listBaseIdsByWorkspace(db.queries)) {
    if ((await questions.findModel(workspaceId)) === undefined) continue;
    for (const knowledgeBaseId of ids) await enqueueEmbedding(jobs, db.queries, { knowledgeBaseId });
  }
}
