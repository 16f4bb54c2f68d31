/**
 * Every action the audit trail knows, by name, with the words that stand between who did it and when: `{subject}` is
 * the name of the thing. A write that needs the permission edit, manage or own leaves one of these.
 */
export const auditActions = {
  'agent.created': 'created the agent {subject}',
  'agent.changed': 'changed the agent {subject}',
  'agent.published': 'published the agent {subject}',
  'agent.restored': 'brought back an older version of the agent {subject}',
  'agent.switched-on': 'switched on the agent {subject}',
  'agent.switched-off': 'switched off the agent {subject}',
  'agent.deleted': 'deleted the agent {subject}',
  'agent.function-tried': 'tried a function of the agent {subject}',
  'agent.test-added': 'added the test {subject}',
  'agent.test-changed': 'changed the test {subject}',
  'agent.test-deleted': 'deleted the test {subject}',
  'agent.tests-run': 'ran the tests of the agent {subject}',
  'knowledge.created': 'made the knowledge base {subject}',
  'knowledge.changed': 'renamed the knowledge base to {subject}',
  'knowledge.deleted': 'deleted the knowledge base {subject}',
  'knowledge.item-added': 'added something to the knowledge base {subject}',
  'knowledge.item-changed': 'changed a text of the knowledge base {subject}',
  'knowledge.item-removed': 'removed something from the knowledge base {subject}',
  'knowledge.item-read-again': 'had a page of the knowledge base {subject} read again',
  'merge-field.created': 'made the merge field {subject}',
  'merge-field.changed': 'changed the merge field {subject}',
  'merge-field.deleted': 'deleted the merge field {subject}',
  'upload.stored': 'uploaded the file {subject}',
  'campaign.created': 'created the campaign {subject}',
  'campaign.changed': 'changed the campaign {subject}',
  'campaign.status-changed': 'ran, paused or stopped the campaign {subject}',
  'campaign.tried': 'had simulated calls of the campaign {subject} placed',
  'campaign.deleted': 'deleted the campaign {subject}',
  'campaign.file-added': 'added people to the campaign {subject}',
  'campaign.contacts-retried': 'had people of the campaign {subject} called again',
  'campaign.contacts-removed': 'took people off the campaign {subject}',
  'do-not-call.added': 'put {subject} on the do-not-call list',
  'do-not-call.removed': 'took {subject} off the do-not-call list',
  'calling-rules.changed': 'changed the calling rules',
  'number.assigned': 'changed who answers and calls with {subject}',
  'number.added': 'added the simulated number {subject}',
  'number.deleted': 'deleted the number {subject}',
  'number.ring_awaited': 'waited for a test ring of {subject}',
  'connection.created': 'connected {subject}',
  'connection.changed': 'changed the connection {subject}',
  'connection.tested': 'tested the connection {subject}',
  'connection.deleted': 'removed the connection {subject}',
  'integration.connected': 'connected the integration {subject}',
  'integration.changed': 'changed the settings of the integration {subject}',
  'integration.removed': 'removed the integration {subject}',
  'integration.client-saved': 'entered the client of the integration {subject}',
  'integration.client-removed': 'removed the client of the integration {subject}',
  'call.test-placed': 'placed a test call to {subject}',
  'call.simulated': 'talked to the agent {subject} in the browser',
  'call.hung-up': 'ended the call with {subject}',
  'api-key.created': 'made the API key {subject}',
  'api-key.changed': 'changed the API key {subject}',
  'api-key.revoked': 'revoked the API key {subject}',
  'webhook.created': 'added the webhook {subject}',
  'webhook.changed': 'changed the webhook {subject}',
  'webhook.switched-on': 'switched on the webhook {subject}',
  'webhook.switched-off': 'switched off the webhook {subject}',
  'webhook.deleted': 'deleted the webhook {subject}',
  'webhook.secret-shown': 'looked at the secret of the webhook {subject}',
  'webhook.secret-rotated': 'made a new secret for the webhook {subject}',
  'webhook.test-sent': 'sent a test event to {subject}',
  'webhook.replayed': 'sent events to {subject} again',
  'workspace.renamed': 'renamed the workspace to {subject}',
  'member.role-changed': 'changed the role of {subject}',
  'member.removed': 'removed {subject} from the workspace',
  'member.left': 'left the workspace',
  'member.joined': 'joined the workspace',
  'ownership.transferred': 'handed the ownership over to {subject}',
  'invitation.sent': 'invited {subject}',
  'invitation.resent': 'sent the invitation of {subject} again',
  'invitation.revoked': 'withdrew the invitation of {subject}',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditActions;

/** The words of an action with the name of its subject; an action of a newer server reads as its name. */
export function auditSentence(action: string, subject: string): string {
  const words: string = action in auditActions ? auditActions[action as AuditAction] : `${action} {subject}`;
  return words.replace('{subject}', () => subject || 'something without a name');
}

/** How long an entry is kept, in days; older ones are deleted every night. */
export const auditRetentionDays = 730;
