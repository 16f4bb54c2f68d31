/** How large names and teams may be. */
export const teamLimits = {
  nameLength: 80,
  /** Emails one invitation may name. */
  emailsAtOnce: 20,
  /** Members and open invitations of a workspace together. */
  members: 500,
  /** How long a mailed link works, in days. */
  invitationDays: 7,
} as const;
