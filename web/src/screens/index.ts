import { accountRoutes } from './account/index.ts';
import { agentsRoutes } from './agents/index.ts';
import { analyticsScreenRoutes } from './analytics/index.ts';
import { apiKeyScreenRoutes } from './api-keys/index.ts';
import { billingRoutes } from './billing/index.ts';
import { callsRoutes } from './calls/index.ts';
import { campaignScreenRoutes } from './campaigns/index.ts';
import { dashboardRoutes } from './dashboard/index.ts';
import { forgotPasswordRoutes } from './forgot-password/index.ts';
import { helpCenterRoutes } from './help-center/index.ts';
import { integrationsScreenRoutes } from './integrations/index.ts';
import { invitationRoutes } from './invitation/index.ts';
import { knowledgeScreenRoutes } from './knowledge/index.ts';
import { loginRoutes } from './login/index.ts';
import { numberScreenRoutes } from './numbers/index.ts';
import { providerScreenRoutes } from './providers/index.ts';
import { signupRoutes } from './signup/index.ts';
import { teamRoutes } from './team/index.ts';
import { verifyEmailRoutes } from './verify-email/index.ts';
import { webhookScreenRoutes } from './webhooks/index.ts';

/** Every screen for visitors. */
export const publicRoutes = [
  ...loginRoutes,
  ...signupRoutes,
  ...forgotPasswordRoutes,
  ...invitationRoutes,
] as const;

/** Every screen for signed-in users, by area. */
export const appRoutes = [
  ...accountRoutes,
  ...dashboardRoutes,
  ...agentsRoutes,
  ...apiKeyScreenRoutes,
  ...billingRoutes,
  ...callsRoutes,
  ...helpCenterRoutes,
  ...integrationsScreenRoutes,
  ...knowledgeScreenRoutes,
  ...analyticsScreenRoutes,
  ...numberScreenRoutes,
  ...providerScreenRoutes,
  ...teamRoutes,
  ...campaignScreenRoutes,
  ...verifyEmailRoutes,
  ...webhookScreenRoutes,
] as const;
