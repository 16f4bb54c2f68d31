import { z } from 'zod';

/** Prefix of each kind of id. An id reads `<prefix>_<22 url-safe characters>`, sortable by time of creation. */
export const idPrefixes = {
  agent: 'agt',
  call: 'call',
  turn: 'turn',
  workspace: 'wsp',
  number: 'num',
  connection: 'con',
  event: 'evt',
  notification: 'ntf',
  invitation: 'inv',
  apiKey: 'key',
  webhook: 'whk',
  delivery: 'dlv',
  integration: 'itg',
  user: 'usr',
  auditEntry: 'aud',
  knowledgeBase: 'kb',
  knowledgeItem: 'kbi',
  passage: 'psg',
  agentVersion: 'agv',
  mergeField: 'mrg',
  scenario: 'scn',
  testRun: 'trn',
  testResult: 'trs',
  campaign: 'cmp',
  contact: 'cnt',
  attempt: 'att',
  campaignImport: 'imp',
  upload: 'upl',
  doNotCall: 'dnc',
  voice: 'voi',
  leg: 'leg',
  numberOrder: 'ord',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Schema of an id of one kind, for paths and bodies. */
export function idOf(kind: IdKind) {
  return z
    .string()
    .regex(new RegExp(`^${idPrefixes[kind]}_[0-9A-Za-z]{16,32}$`), `Not an id of the kind ${kind}.`);
}
